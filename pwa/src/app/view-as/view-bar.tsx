// The bar above a viewed client's screens: the client, the time of the data, links, refresh and exit.
import { Eye, RefreshCw } from 'lucide-react'
import { NavLink, useNavigate } from 'react-router'

import { clockTime } from '../../lib/text/times'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { paths } from '../paths'
import { VIEWED, viewedPath } from './viewed-path'

type ViewBarProps = {
  clientId: string
  company: string
  /** The ISO time of the data; null until it has loaded. */
  at: string | null
  /** Newer data exists. */
  isOld: boolean
  onRefresh: () => void
}

export function ViewBar({ clientId, company, at, isOld, onRefresh }: ViewBarProps) {
  const navigate = useNavigate()
  return (
    <section
      aria-label="View as client"
      className="shrink-0 border-b border-primary-line bg-primary-soft px-4 pt-2.5 lg:px-6"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Eye size={18} aria-hidden="true" className="shrink-0 text-primary-ink" />
        <p className="min-w-0 flex-1 basis-56 text-sm text-ink-2">
          <strong className="block truncate text-base font-semibold text-primary-ink">
            You see what {company} sees
          </strong>
          Read-only{at !== null && `, as of ${clockTime(at)}`}.{' '}
          <span className="max-sm:hidden">This visit is logged. </span>Chats with bots and the card on file
          are not shown.
          <span role="status" className="block font-medium text-primary-ink empty:hidden">
            {isOld && 'Something has changed since. Refresh to see it.'}
          </span>
        </p>
        <div className="flex gap-2">
          <Button icon={<RefreshCw size={15} aria-hidden="true" />} onClick={onRefresh}>
            Refresh
          </Button>
          <Button tone="primary" onClick={() => void navigate(paths.dashboard)}>
            Stop viewing
          </Button>
        </div>
      </div>
      <nav aria-label="What the client sees" className="-mb-px mt-1 flex gap-1 overflow-x-auto">
        {VIEWED.map(([path, name]) => (
          <NavLink
            key={path}
            to={viewedPath(clientId, path) ?? path}
            end={path === paths.dashboard}
            className={({ isActive }) =>
              cx(
                'inline-flex h-control items-center border-b-2 px-2 text-base sm:px-3 font-medium whitespace-nowrap transition-colors duration-150',
                isActive
                  ? 'border-primary-ink text-primary-ink'
                  : 'border-transparent text-ink-2 hover:text-ink',
              )
            }
          >
            {name}
          </NavLink>
        ))}
      </nav>
    </section>
  )
}
