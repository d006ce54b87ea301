// The bottom bar on phones, within reach of the thumb. The drawer has all other items.
import { FileText, LayoutDashboard, Menu, MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import { cx } from '../../../ui/cx'
import { useKeyboardUp } from '../../../ui/hooks/use-keyboard-up'
import { useMedia } from '../../../ui/hooks/use-media'
import { dashboardPages } from '../../more-paths'
import { paths } from '../../paths'
import { currentOf, type Item } from './nav-item'
import { OpenBadge, ReportsBadge } from './unread'

/** The same condition as Tailwind's variant `max-md`. */
const PHONE = '(width < 48rem)'
const home = {
  to: paths.dashboard,
  label: 'Home',
  Icon: LayoutDashboard,
  end: true,
  covers: dashboardPages,
}
const reports = { to: paths.reports, label: 'Reports', Icon: FileText, end: false }
const messages = { to: paths.messaging, label: 'Messages', Icon: MessagesSquare, end: false }
/** Every page that no item covers is reached through More. */
const ITEMS: readonly Item[] = [home, reports, messages]

type BottomBarProps = { drawerOpen: boolean; onOpenDrawer: () => void }

export function BottomBar({ drawerOpen, onOpenDrawer }: BottomBarProps) {
  const isPhone = useMedia(PHONE)
  const keyboardUp = useKeyboardUp()
  const { pathname } = useLocation()
  const isInMore = ITEMS.every((item) => currentOf(item, pathname) === undefined)
  if (!isPhone || keyboardUp) return null
  return (
    // CSS hides it too, because a rotated phone may show HTML that it stored before the rotation.
    <nav
      aria-label="Main"
      className="flex shrink-0 border-t border-line bg-surface pr-[var(--safe-right)] pb-[var(--safe-bottom)] pl-[var(--safe-left)] md:hidden"
    >
      {ITEMS.map((item) => (
        <BarItem key={item.to} item={item} pathname={pathname}>
          {item === reports && <ReportsBadge />}
          {item === messages && <OpenBadge />}
        </BarItem>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={drawerOpen}
        aria-current={isInMore || undefined}
        onClick={onOpenDrawer}
        className={itemClass(isInMore)}
      >
        <Menu size={21} strokeWidth={1.9} aria-hidden="true" />
        More
      </button>
    </nav>
  )
}

type BarItemProps = { item: Item; pathname: string; children: ReactNode }

function BarItem({ item, pathname, children }: BarItemProps) {
  const { to, label, Icon } = item
  const current = currentOf(item, pathname)
  return (
    <Link to={to} onClick={scrollUp} aria-current={current} className={itemClass(current !== undefined)}>
      <Icon size={21} strokeWidth={1.9} aria-hidden="true" />
      {label}
      <span className="absolute top-0.5 left-[calc(50%+0.25rem)]">{children}</span>
    </Link>
  )
}

/** Scrolls to the top when the user presses the open place again, as in native apps. */
function scrollUp(event: { currentTarget: HTMLElement }) {
  if (event.currentTarget.ariaCurrent === 'page') document.getElementById('content')?.scrollTo({ top: 0 })
}

function itemClass(isActive: boolean): string {
  return cx(
    'relative flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-medium transition-colors duration-150 focus-visible:-outline-offset-2',
    isActive ? 'text-primary-ink' : 'text-ink-2 active:bg-pressed',
  )
}
