// The menu of the dashboard: which items a role has, and how one is drawn.
import { CreditCard, FileText, LayoutDashboard, type LucideIcon, MessagesSquare, PlugZap, Settings } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { NavLink } from 'react-router'

import { usePaying } from '../../features/billing'
import { useSyncStatus } from '../../live/live'
import { CountBadge } from '../../ui/badge'
import { cx } from '../../ui/cx'
import { Skeleton } from '../../ui/skeleton'
import { paths } from '../paths'
import { useUnread } from './unread'

const Website = lazy(() => import('./website'))

type Item = { to: string; label: string; Icon: LucideIcon; end: boolean }

const messaging: Item = { to: paths.messaging, label: 'Messaging', Icon: MessagesSquare, end: false }
const reports: Item = { to: paths.reports, label: 'Reports', Icon: FileText, end: false }
const dashboard: Item = { to: paths.dashboard, label: 'My Dashboard', Icon: LayoutDashboard, end: true }
const adminDashboard: Item = { ...dashboard, label: 'Admin Dashboard' }
const subscriptions: Item = { to: paths.subscriptions, label: 'Subscriptions', Icon: CreditCard, end: false }
const settings: Item = { to: paths.settings, label: 'Settings', Icon: Settings, end: false }
const connections: Item = { to: paths.connections, label: 'Connections', Icon: PlugZap, end: false }
const websiteSettings: Item = { to: paths.websiteSettings, label: 'Website Settings', Icon: Settings, end: false }
// Admins come to their settings by their address, at the foot.
const ITEMS = { client: [dashboard, messaging, reports, connections, subscriptions, settings], admin: [adminDashboard, messaging, reports, websiteSettings] }

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
          ITEMS[role].filter((item) => item !== subscriptions || pays).map(({ to, label, Icon, end }) => (
            <NavLink
              key={to}
              to={to}
              end={end}
              onClick={onFollow}
              className={({ isActive }) =>
                cx(
                  'flex h-control items-center gap-2.5 rounded-md px-2.5 text-base font-medium transition-colors duration-150',
                  isActive ? 'bg-primary-soft text-primary-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
                )
              }
            >
              <Icon size={18} strokeWidth={1.9} aria-hidden="true" className="shrink-0" />
              <span className="flex-1">{label}</span>
              {to === paths.messaging && <Unread />}
            </NavLink>
          ))}
      </nav>
      {views}
      <Suspense fallback={null}>{role === 'client' && <Website onFollow={onFollow} />}</Suspense>
    </>
  )
}

function Unread() {
  return <CountBadge count={useUnread()} label="unread" />
}
