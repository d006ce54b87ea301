// The menu of the dashboard: which items a role has, and how one is drawn.
import { CreditCard, FileText, LayoutDashboard, MessagesSquare, PlugZap, Settings } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'

import { usePaying } from '../../features/billing'
import { afterPicture } from '../../lib/first-picture'
import { useSyncStatus } from '../../live/live'
import { CountBadge } from '../../ui/badge'
import { Skeleton } from '../../ui/skeleton'
import { paths } from '../paths'
import { type Item, NavItem } from './nav-item'
import { useUnread } from './unread'

const OfRole = lazy(afterPicture(() => import('./of-role')))

const messaging: Item = { to: paths.messaging, label: 'Messaging', Icon: MessagesSquare, end: false }
const reports: Item = { to: paths.reports, label: 'Reports', Icon: FileText, end: false }
const dashboard: Item = { to: paths.dashboard, label: 'My Dashboard', Icon: LayoutDashboard, end: true }
const adminDashboard: Item = { ...dashboard, label: 'Admin Dashboard' }
const subscriptions: Item = { to: paths.subscriptions, label: 'Subscriptions', Icon: CreditCard, end: false }
const settings: Item = { to: paths.settings, label: 'Settings', Icon: Settings, end: false }
const connections: Item = { to: paths.connections, label: 'Connections', Icon: PlugZap, end: false }
// Admins come to their settings by their address, at the foot.
const ITEMS = { client: [dashboard, messaging, reports, connections, subscriptions, settings], admin: [adminDashboard, messaging, reports] }

/** `onFollow` runs when an item is followed: the drawer closes. `views` stand below the items. */
export function Nav({ onFollow, views }: { onFollow?: () => void; views?: ReactNode }) {
  const { role, link } = useSyncStatus()
  // Without a row of theirs there is nothing to pay here.
  const pays = Boolean(usePaying())
  return (
    <>
      <nav aria-label="Dashboard" className="flex flex-col gap-0.5">
        {role === null && link.is !== 'locked' && <Skeleton className="h-control" />}
        {role !== null &&
          ITEMS[role].filter((item) => item !== subscriptions || pays).map((item) => (
            <NavItem key={item.to} item={item} onFollow={onFollow}>
              {item === messaging && <Unread />}
            </NavItem>
          ))}
      </nav>
      {views}
      <Suspense fallback={null}>{role !== null && <OfRole role={role} onFollow={onFollow} />}</Suspense>
    </>
  )
}

function Unread() {
  return <CountBadge count={useUnread()} label="unread" />
}
