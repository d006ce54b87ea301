// Links to the most used pages.
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'

export interface QuickAction {
  to: string
  label: string
  Icon: LucideIcon
  /** Whether the page belongs to the public site, outside the app. */
  isExternal?: boolean
}

/** Three columns where the longest word of each fits into one line, otherwise two. */
const COLUMNS = { gridTemplateColumns: 'repeat(auto-fill, minmax(max(6.6rem, 30%), 1fr))' }
const LINK_CLASS =
  'flex min-h-11 items-center gap-2 rounded-md text-sm font-medium text-ink-2 transition-colors duration-150 hover:text-ink'

export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="-mb-2 print:hidden">
      <h2 id={heading} className="text-head font-semibold text-ink max-sm:hidden">
        Quick actions
      </h2>
      <ul className="grid gap-x-2" style={COLUMNS}>
        {actions.map(({ to, label, Icon, isExternal = false }) => {
          const content = (
            <>
              <Icon size={18} aria-hidden="true" className="shrink-0 text-ink-3" />
              {label}
            </>
          )
          return (
            <li key={to}>
              {isExternal ? (
                <a href={to} className={LINK_CLASS}>
                  {content}
                </a>
              ) : (
                <Link to={to} className={LINK_CLASS}>
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
