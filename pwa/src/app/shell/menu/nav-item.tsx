// One item of the menu.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

import { cx } from '../../../ui/cx'

export type Item = { to: string; label: string; Icon: LucideIcon; end: boolean }

type NavItemProps = { item: Item; onFollow: (() => void) | undefined; children?: ReactNode }

export function NavItem({ item: { to, label, Icon, end }, onFollow, children }: NavItemProps) {
  return (
    <NavLink
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
      {children}
    </NavLink>
  )
}
