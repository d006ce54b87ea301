// Tabs of the admin dashboard, each with its own URL.
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'

import { cx } from '../../ui/cx'
import { useTabStrip } from '../../ui/hooks/use-tab-strip'
import { WIDE_BAND } from '../../ui/layout/page'

const HealthMark = lazy(() => import('./installation/health-mark'))

export const TABS = { clients: 'Clients', admins: 'Admins', audit: 'Audit log', health: 'Health' } as const
export type Tab = keyof typeof TABS

export function tabOf(text: string | null): Tab {
  return text !== null && Object.hasOwn(TABS, text) ? (text as Tab) : 'clients'
}

export function Tabs({ tab, hrefOf }: { tab: Tab; hrefOf: (tab: Tab) => string }) {
  const strip = useTabStrip<HTMLElement>(tab)
  return (
    <nav
      {...strip}
      aria-label="Parts of the dashboard"
      className={cx(
        'dashboard-tabs mt-1 flex shrink-0 max-sm:mt-0 gap-1 overflow-x-auto border-b border-line',
        WIDE_BAND,
      )}
    >
      {(Object.keys(TABS) as Tab[]).map((one) => (
        <Link
          key={one}
          to={hrefOf(one)}
          aria-current={one === tab ? 'page' : undefined}
          className={cx(
            '-mb-px inline-flex h-control items-center border-b-2 px-3 text-base font-medium whitespace-nowrap transition-colors duration-150',
            one === tab
              ? 'border-primary-ink text-primary-ink'
              : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {TABS[one]}
          {one === 'health' && (
            <Suspense fallback={null}>
              <HealthMark tab={tab} />
            </Suspense>
          )}
        </Link>
      ))}
    </nav>
  )
}
