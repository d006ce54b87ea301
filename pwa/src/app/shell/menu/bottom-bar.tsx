// The bottom bar on phones, within reach of the thumb. The drawer has all other items.
import { FileText, LayoutDashboard, type LucideIcon, Menu, MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'

import { cx } from '../../../ui/cx'
import { useKeyboardUp } from '../../../ui/hooks/use-keyboard-up'
import { useMedia } from '../../../ui/hooks/use-media'
import { paths } from '../../paths'
import { OpenBadge, ReportsBadge } from './unread'

/** The same condition as Tailwind's variant `max-md`. */
const PHONE = '(width < 48rem)'
/** The paths of the pages in this bar. Every other page is reached through More. */
const IN_BAR = new RegExp(`^(${paths.dashboard}|(${paths.reports}|${paths.messaging})(/.*)?)$`)

type BottomBarProps = { drawerOpen: boolean; onOpenDrawer: () => void }

export function BottomBar({ drawerOpen, onOpenDrawer }: BottomBarProps) {
  const isPhone = useMedia(PHONE)
  const keyboardUp = useKeyboardUp()
  const isInMore = !IN_BAR.test(useLocation().pathname)
  if (!isPhone || keyboardUp) return null
  return (
    // CSS hides it too, because a rotated phone may show HTML that it stored before the rotation.
    <nav
      aria-label="Main"
      className="flex shrink-0 border-t border-line bg-surface pr-[var(--safe-right)] pb-[var(--safe-bottom)] pl-[var(--safe-left)] md:hidden"
    >
      <BarItem to={paths.dashboard} label="Home" Icon={LayoutDashboard} />
      <BarItem to={paths.reports} label="Reports" Icon={FileText}>
        <ReportsBadge />
      </BarItem>
      <BarItem to={paths.messaging} label="Messages" Icon={MessagesSquare}>
        <OpenBadge />
      </BarItem>
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

type BarItemProps = { to: string; label: string; Icon: LucideIcon; children?: ReactNode }

function BarItem({ to, label, Icon, children }: BarItemProps) {
  return (
    <NavLink
      to={to}
      end={to === paths.dashboard}
      onClick={scrollUp}
      className={({ isActive }) => itemClass(isActive)}
    >
      <Icon size={21} strokeWidth={1.9} aria-hidden="true" />
      {label}
      <span className="absolute top-0.5 left-[calc(50%+0.25rem)]">{children}</span>
    </NavLink>
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
