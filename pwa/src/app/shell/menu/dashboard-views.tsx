// Links to the views of a client's dashboard, for the drawer, which hides the dashboard's tabs.
import { useId } from 'react'
import { Link, useLocation } from 'react-router'

import { useSyncStatus } from '../../../live/live'
import { cx } from '../../../ui/cx'
import { paths } from '../../paths'
import { viewLinks, viewOf } from '../../views'

export function DashboardViews({ onFollow }: { onFollow: () => void }) {
  const { role } = useSyncStatus()
  const { pathname, search } = useLocation()
  const heading = useId()
  if (role !== 'client') return null
  const isHere = pathname === paths.dashboard
  return (
    <nav aria-labelledby={heading} className="mt-4">
      <h2 id={heading} className="px-2.5 pb-1 text-xs font-semibold text-ink-3">
        Dashboard Views
      </h2>
      {viewLinks(viewOf(new URLSearchParams(search).get('view'))).map(({ to, label, isCurrent }) => (
        <Link
          key={to}
          to={to}
          onClick={onFollow}
          {...(isHere && isCurrent && { 'aria-current': 'page' as const })}
          className={cx(
            'flex h-control items-center rounded-md px-2.5 text-base font-medium transition-colors duration-150',
            isHere && isCurrent ? 'text-primary-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
