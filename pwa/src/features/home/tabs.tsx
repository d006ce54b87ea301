// Links to the dashboard's views. The arrow keys move between them.
import { type KeyboardEvent, useRef } from 'react'
import { Link, useNavigate } from 'react-router'

import { cx } from '../../ui/cx'
import { hasModifier } from '../../ui/hooks/has-modifier'

export interface TabLink {
  to: string
  label: string
  isCurrent: boolean
}

/** The three tabs fit into 320 px. */
const THREE_IN_A_ROW = { paddingInline: 'clamp(0.5rem, 2.5vw, 0.875rem)' }

export function Tabs({ tabs }: { tabs: readonly TabLink[] }) {
  const links = useRef<(HTMLAnchorElement | null)[]>([])
  const navigate = useNavigate()
  const currentIndex = tabs.findIndex((tab) => tab.isCurrent)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: currentIndex - 1, ArrowRight: currentIndex + 1, Home: 0, End: tabs.length - 1 }[
      event.key
    ]
    const tab = to === undefined ? undefined : tabs[to]
    if (hasModifier(event) || to === undefined || tab === undefined) return
    event.preventDefault()
    links.current[to]?.focus()
    void navigate(tab.to)
  }
  return (
    <nav
      aria-label="Dashboard Views"
      onKeyDown={onKeyDown}
      className="flex flex-wrap rounded-lg border border-line bg-sunken p-0.5 max-sm:w-full print:hidden"
    >
      {tabs.map(({ to, label, isCurrent }, index) => (
        <Link
          key={to}
          to={to}
          ref={(node) => {
            links.current[index] = node
          }}
          {...(isCurrent && { 'aria-current': 'page' as const })}
          style={THREE_IN_A_ROW}
          className={cx(
            'inline-flex border min-h-control-small flex-1 items-center justify-center rounded-md text-base font-medium transition-colors duration-150',
            isCurrent
              ? 'border-line-strong bg-raised text-ink shadow-1'
              : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
