// The menu of the dashboard: which items a role has, and how one is drawn.
import { CreditCard, FileText, LayoutDashboard, type LucideIcon, MessagesSquare, PlugZap, Settings } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'

import { usePaying } from '../../../features/billing'
import { afterPicture } from '../../../lib/first-paint'
import { recall, remember } from '../../../lib/storage'
import { useSyncStatus } from '../../../live/live'
import { CountBadge } from '../../../ui/badge'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { paths } from '../../paths'
import { type Item, NavItem } from './nav-item'
import { useUnread } from './unread'

const OfRole = lazy(afterPicture(() => import('./role-items')))

const item = (to: string, label: string, Icon: LucideIcon): Item => ({ to, label, Icon, end: to === paths.dashboard })

const messaging = item(paths.messaging, 'Messaging', MessagesSquare)
const reports = item(paths.reports, 'Reports', FileText)
const dashboard = item(paths.dashboard, 'My Dashboard', LayoutDashboard)
const adminDashboard = item(paths.dashboard, 'Admin Dashboard', LayoutDashboard)
const subscriptions = item(paths.subscriptions, 'Subscriptions', CreditCard)
const settings = item(paths.settings, 'Settings', Settings)
const connections = item(paths.connections, 'Connections', PlugZap)
// Admins come to their settings by their address, at the foot.
const ITEMS = { client: [dashboard, messaging, reports, connections, subscriptions, settings], admin: [adminDashboard, messaging, reports] }
/** So many stand before Subscriptions, whoever pays. */
const CERTAIN = 4

/** `onFollow` runs when an item is followed: the drawer closes. `views` stand below the items. */
export function Nav({ onFollow, views }: { onFollow?: () => void; views?: ReactNode }) {
  const { role, link } = useSyncStatus()
  const pays = usePays()
  const isComing = role === null || (role === 'client' && pays === null)
  return (
    <>
      <nav aria-label="Dashboard" className="flex flex-col gap-0.5">
        {role !== null &&
          ITEMS[role]
            .slice(0, pays === null ? CERTAIN : undefined)
            .filter((item) => item !== subscriptions || pays)
            .map((item) => (
              <NavItem key={item.to} item={item} onFollow={onFollow}>
                {item === messaging && <Unread />}
              </NavItem>
            ))}
        {isComing && link.is !== 'locked' && <Skeleton key={role} className="h-control" />}
      </nav>
      {isComing || views}
      <Suspense fallback={null}>{isComing || <OfRole role={role} onFollow={onFollow} />}</Suspense>
    </>
  )
}

const KEY = 'without_billing'

/**
 * Without a row of theirs there is nothing to pay here. What was so last time holds until the row is read; on a first
 * visit it is null until then, and what follows Subscriptions waits: no item comes between others, and none goes.
 */
function usePays(): boolean | null {
  const paying = usePaying()
  const known = paying.is === 'ready' ? paying.row !== null : null
  useEffect(() => {
    if (known !== null) remember(KEY, known ? '0' : '1')
  }, [known])
  const last = recall(KEY)
  return known ?? (last === null && paying.is === 'loading' ? null : last !== '1')
}

function Unread() {
  return <CountBadge count={useUnread()} label="unread" />
}
