// List of the provider's admins: name, email, id, role, and creation date.
import { RefreshCw } from 'lucide-react'

import { Time } from '../../ui/time'
import { shortDateText } from '../../lib/text/days'
import { useLive } from '../../live/live'
import { useRows } from '../../live/view'
import { Face } from '../../ui/face'
import { Badge } from '../../ui/badge'
import { IconButton } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { LoadError } from '../../ui/feedback/load-error'
import { Skeleton } from '../../ui/feedback/skeleton'

export function AdminList() {
  const { sync } = useLive()
  const view = useRows(
    'w',
    async (replica) => ({
      admins: (await replica.admins.toArray()).sort((a, b) => a.created_at.localeCompare(b.created_at)),
    }),
    [],
  )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 md:px-8">
      <div className="flex items-center justify-between py-3">
        <p className="text-sm text-ink-3">Admins see every client.</p>
        <IconButton label="Refresh admins" onClick={() => sync.tryAgain()}>
          <RefreshCw size={16} aria-hidden="true" />
        </IconButton>
      </div>
      {view.is === 'failed' ? (
        <LoadError onRetry={view.retry}>Error loading clients. Please try again later.</LoadError>
      ) : (
        <ul
          aria-label="Admins"
          className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-1"
        >
          {view.is === 'loading' && (
            <li className="p-4">
              <Skeleton className="h-9 w-full" />
            </li>
          )}
          {view.is === 'ready' &&
            view.admins.map((admin) => (
              <li key={admin.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
                <Face name={admin.name} />
                <div className="min-w-0 flex-1 basis-56">
                  <p className="truncate text-base font-medium text-ink">{admin.name}</p>
                  <p className="truncate text-sm text-ink-3">{admin.email}</p>
                </div>
                {/* Quiet, because only a support request needs it. */}
                <CopyButton size="sm" tone="quiet" text={admin.id} title={admin.id} label="Copy ID" />
                <Badge tone="primary">{admin.role}</Badge>
                <Time at={admin.created_at} className="text-sm whitespace-nowrap text-ink-2">
                  Admin since {shortDateText(admin.created_at)}
                </Time>
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}
