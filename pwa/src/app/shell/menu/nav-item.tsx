// One item of the menu.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import { cx } from '../../../ui/cx'

/** `covers`: the paths of pages that have no item of their own and belong to this item. */
export type Item = { to: string; label: string; Icon: LucideIcon; end: boolean; covers?: readonly string[] }

type NavItemProps = { item: Item; onFollow: (() => void) | undefined; children?: ReactNode }

export function NavItem({ item, onFollow, children }: NavItemProps) {
  const { to, label, Icon, end, covers = [] } = item
  const { pathname } = useLocation()
  const isPage = pathname === to || (!end && pathname.startsWith(`${to}/`))
  const isActive = isPage || covers.includes(pathname)
  return (
    <Link
      to={to}
      onClick={onFollow}
      // A covered page is below the item's own page, and the link still leads to that page.
      aria-current={isPage ? 'page' : isActive || undefined}
      className={cx(
        'flex h-control items-center gap-2.5 rounded-md px-2.5 text-base font-medium transition-colors duration-150',
        isActive ? 'bg-primary-soft text-primary-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      <Icon size={18} strokeWidth={1.9} aria-hidden="true" className="shrink-0" />
      <span className="flex-1">{label}</span>
      {children}
    </Link>
  )
}
