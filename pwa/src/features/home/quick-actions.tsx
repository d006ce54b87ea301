// Card with links to the most used pages.
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

import { Card } from '../../ui/card'

export interface QuickAction {
  to: string
  label: string
  Icon: LucideIcon
  /** Whether the page belongs to the public site, outside the app. */
  isExternal?: boolean
}

const LINK_CLASS =
  'flex min-h-11 items-center gap-2.5 rounded-md border border-line bg-surface px-3 py-2 text-base font-medium text-ink transition-colors duration-150 hover:bg-hover'

export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  return (
    <Card title="Quick actions" className="print:hidden">
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {actions.map(({ to, label, Icon, isExternal = false }) => {
          const words = (
            <>
              <Icon size={18} aria-hidden="true" className="shrink-0 text-ink-3" />
              {label}
            </>
          )
          return (
            <li key={to}>
              {isExternal ? (
                <a href={to} className={LINK_CLASS}>
                  {words}
                </a>
              ) : (
                <Link to={to} className={LINK_CLASS}>
                  {words}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
