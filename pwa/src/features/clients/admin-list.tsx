// List of the provider's admins: name, email, id, role, and creation date.
import { RefreshCw } from 'lucide-react'

import { Time } from '../../ui/time'
import { shortDateText } from '../../lib/text/days'
import { useLive } from '../../live/live'
import { useRows } from '../../live/view'
import { Face } from '../../ui/face'
import { Badge } from '../../ui/badge'
import { IconButton } from '../../ui/button'
import { CopyId } from './copy-id'
import { LoadError } from '../../ui/feedback/load-error'
import { Skeleton } from '../../ui/feedback/skeleton'

export function AdminList() {
  const { sync, userId } = useLive()
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
              <li key={admin.id} className="flex items-center gap-x-3 px-4 pt-3 pb-1">
                <span className="self-start">
                  <Face name={admin.name} />
                </span>
                <div className="min-w-0 flex-1">
                  <p className="flex items-center gap-2 text-base font-medium text-ink">
                    <span className="truncate">{admin.name}</span>
                    {admin.user_id === userId && <Badge tone="primary">You</Badge>}
                  </p>
                  <p className="truncate text-sm text-ink-3">{admin.email}</p>
                  <CopyId id={admin.id} />
                  <p className="text-sm whitespace-nowrap text-ink-3 sm:hidden">
                    Admin since {shortDateText(admin.created_at)}
                  </p>
                </div>
                <Time at={admin.created_at} className="text-sm whitespace-nowrap text-ink-2 max-sm:hidden">
                  Admin since {shortDateText(admin.created_at)}
                </Time>
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}
