// The settings screen: a tab for each address, and the open tab.
import { type ComponentType, Suspense } from 'react'
import { Navigate, NavLink } from 'react-router'

import { cx } from '../../ui/cx'
import { Page } from '../../ui/layout/page'

export interface SettingsTab {
  slug: string
  label: string
  Content: ComponentType
}

type SettingsScreenProps = {
  home: string
  tab: string
  tabs: SettingsTab[]
  /** Whether all tabs are known; before that, none is shown. */
  isComplete: boolean
}

/** The four tabs fit into 320 px. */
const FOUR_IN_A_ROW = {
  fontSize: 'clamp(0.8125rem, 4vw, var(--fs-base))',
  paddingInline: 'clamp(0.25rem, 1.6vw, 0.75rem)',
}

/**
 * `home` is the address of the settings, `tab` the part after it. An unknown tab opens the first one.
 */
export function SettingsScreen({ home, tab, tabs, isComplete }: SettingsScreenProps) {
  const open = tabs.find(({ slug }) => slug === tab)
  if (open === undefined) return <Navigate to={`${home}/${tabs[0]?.slug ?? ''}`} replace />
  return (
    <Page title="Settings">
      <nav
        aria-label="Settings"
        className="-mt-2 mb-5 flex min-h-control gap-1 overflow-x-auto border-b border-line"
      >
        {(isComplete ? tabs : []).map(({ slug, label }) => (
          <NavLink
            key={slug}
            to={`${home}/${slug}`}
            style={FOUR_IN_A_ROW}
            className={({ isActive }) =>
              cx(
                '-mb-px flex h-control items-center border-b-2 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
                isActive
                  ? 'border-primary-ink text-primary-ink'
                  : 'border-transparent text-ink-2 hover:text-ink',
              )
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <Suspense fallback={null}>
        <open.Content />
      </Suspense>
    </Page>
  )
}
