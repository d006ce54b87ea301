// One item of the menu.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import { cx } from '../../../ui/cx'

/** `covers`: the paths of pages that have no item of their own and belong to this item. */
export type Item = { to: string; label: string; Icon: LucideIcon; end: boolean; covers?: readonly string[] }

type NavItemProps = { item: Item; onFollow: (() => void) | undefined; children?: ReactNode }

export function NavItem({ item, onFollow, children }: NavItemProps) {
  const { to, label, Icon } = item
  const current = currentOf(item, useLocation().pathname)
  return (
    <Link
      to={to}
      onClick={onFollow}
      aria-current={current}
      className={cx(
        'flex h-control items-center gap-2.5 rounded-md px-2.5 text-base font-medium transition-colors duration-150',
        current ? 'bg-primary-soft text-primary-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      <Icon size={18} strokeWidth={1.9} aria-hidden="true" className="shrink-0" />
      <span className="flex-1">{label}</span>
      {children}
    </Link>
  )
}

/**
 * The `aria-current` of an item: `page` at its page and the pages below it; `true` at a page that it covers,
 * because the link leads to another page.
 */
export function currentOf({ to, end, covers = [] }: Item, pathname: string): 'page' | true | undefined {
  if (pathname === to || (!end && pathname.startsWith(`${to}/`))) return 'page'
  return covers.includes(pathname) || undefined
}
