// The menu of the dashboard, with the items of each role.
import {
  CreditCard,
  FileText,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  PlugZap,
  Settings,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'

import { useOwnSubscription } from '../../../features/billing'
import { afterFirstPaint } from '../../../lib/first-paint'
import { recall, remember } from '../../../lib/storage'
import { useSyncStatus } from '../../../live/live'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { dashboardPages } from '../../more-paths'
import { paths } from '../../paths'
import { type Item, NavItem } from './nav-item'
import { OpenBadge, ReportsBadge } from './unread'

const RoleItems = lazy(afterFirstPaint(() => import('./role-items')))

const item = (to: string, label: string, Icon: LucideIcon, covers?: readonly string[]): Item => ({
  to,
  label,
  Icon,
  end: to === paths.dashboard,
  ...(covers && { covers }),
})

const messaging = item(paths.messaging, 'Messaging', MessagesSquare)
const reports = item(paths.reports, 'Reports', FileText)
const dashboard = item(paths.dashboard, 'My Dashboard', LayoutDashboard, dashboardPages)
const adminDashboard = item(paths.dashboard, 'Admin Dashboard', LayoutDashboard)
const subscriptions = item(paths.subscriptions, 'Subscriptions', CreditCard)
const settings = item(paths.settings, 'Settings', Settings)
const connections = item(paths.connections, 'Connections', PlugZap, [paths.connectAnalytics])
// Admins open their settings at the bottom of the menu.
const ITEMS = {
  client: [dashboard, messaging, reports, connections, subscriptions, settings],
  admin: [adminDashboard, messaging, reports],
}
/** The number of items before Subscriptions. All clients have these items. */
const FIXED_ITEMS = 4

/**
 * Calls `onFollow` when the user follows a link, so that the drawer closes. Shows `views` below the items.
 */
export function Nav({ onFollow, views }: { onFollow?: () => void; views?: ReactNode }) {
  const { role, link } = useSyncStatus()
  const hasBilling = useHasBilling()
  const isLoading = role === null || (role === 'client' && hasBilling === null)
  return (
    <>
      <nav aria-label="Dashboard" className="flex flex-col gap-0.5">
        {role !== null &&
          ITEMS[role]
            .slice(0, hasBilling === null ? FIXED_ITEMS : undefined)
            .filter((item) => item !== subscriptions || hasBilling)
            .map((item) => (
              <NavItem key={item.to} item={item} onFollow={onFollow}>
                {item === messaging && <OpenBadge />}
                {item === reports && <ReportsBadge />}
              </NavItem>
            ))}
        {isLoading && link.is !== 'locked' && <Skeleton key={role} className="h-control" />}
      </nav>
      {isLoading || views}
      <Suspense fallback={null}>{isLoading || <RoleItems role={role} onFollow={onFollow} />}</Suspense>
    </>
  )
}

const KEY = 'without_billing'

/**
 * Whether the client has a billing row and therefore the item Subscriptions. Until the row is read, returns
 * the last visit's value, or null on a first visit. While it is null, Subscriptions and the items after it
 * are not shown, so that no item moves.
 */
function useHasBilling(): boolean | null {
  const subscription = useOwnSubscription()
  const hasBillingNow = subscription.is === 'ready' ? subscription.row !== null : null
  useEffect(() => {
    if (hasBillingNow !== null) remember(KEY, hasBillingNow ? '0' : '1')
  }, [hasBillingNow])
  const last = recall(KEY)
  return hasBillingNow ?? (last === null && subscription.is === 'loading' ? null : last !== '1')
}
