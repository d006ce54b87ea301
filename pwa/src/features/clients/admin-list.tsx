// List of the provider's admins: name, email, id, when each was last active, and whether a second factor protects it.
import { RefreshCw } from 'lucide-react'

import type { AdminRow } from '../../db/rows/clients'
import { Time } from '../../ui/time'
import { ageText, shortDateText, timeText } from '../../lib/text/days'
import { useLive } from '../../live/live'
import { useRows } from '../../live/view'
import { Face } from '../../ui/face'
import { Badge } from '../../ui/badge'
import { IconButton } from '../../ui/button'
import { useMinute } from '../../ui/hooks/use-now'
import { CopyId } from './copy-id'
import { type SignIns, useSignIns } from './use-sign-ins'
import { LoadError } from '../../ui/feedback/load-error'
import { Skeleton } from '../../ui/feedback/skeleton'

export function AdminList() {
  const { sync, userId } = useLive()
  const signIns = useSignIns()
  const view = useRows(
    'w',
    async (replica) => ({
      admins: (await replica.admins.toArray()).sort((a, b) => a.created_at.localeCompare(b.created_at)),
    }),
    [],
  )
  const refresh = () => {
    sync.tryAgain()
    signIns.reload()
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 md:px-8">
      <div className="flex items-center justify-between py-3">
        <p className="text-sm text-ink-3">
          Admins see every client. {signIns.isOutdated && <ActivityAge readAt={signIns.readAt} />}
        </p>
        <IconButton label="Refresh admins" onClick={refresh}>
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
              <AdminItem
                key={admin.id}
                admin={admin}
                signIn={signIns.byUser.get(admin.user_id ?? '')}
                isOwn={admin.user_id === userId}
              />
            ))}
        </ul>
      )}
    </div>
  )
}

/** Shown if the admins' last activity could not be read just now. */
function ActivityAge({ readAt }: { readAt: string | null }) {
  const now = useMinute()
  return readAt === null
    ? 'Their last activity could not be loaded.'
    : `Last activity as of ${timeText(readAt, now)}.`
}

type AdminItemProps = { admin: AdminRow; signIn: ReturnType<SignIns['byUser']['get']>; isOwn: boolean }

function AdminItem({ admin, signIn, isOwn }: AdminItemProps) {
  const now = useMinute()
  return (
    <li className="flex items-center gap-x-3 px-4 pt-3 pb-1 max-sm:flex-wrap">
      <span className="self-start">
        <Face name={admin.name} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-medium text-ink">
          <span className="truncate">{admin.name}</span>
          {isOwn && <Badge tone="primary">You</Badge>}
          {signIn !== undefined && <FactorBadge isOn={signIn.has_second_factor} />}
        </p>
        <p className="truncate text-sm text-ink-3">{admin.email}</p>
        <CopyId id={admin.id} />
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1 text-sm whitespace-nowrap text-ink-3 max-sm:w-full max-sm:items-start max-sm:pb-2 max-sm:pl-12">
        {signIn !== undefined &&
          (signIn.last_active_at === null ? (
            <span className="text-ink-2">Not signed in</span>
          ) : (
            <Time at={signIn.last_active_at} className="py-0.5 text-ink-2">
              Active {ageText(signIn.last_active_at, now).toLowerCase()}
            </Time>
          ))}
        <span>Admin since {shortDateText(admin.created_at)}</span>
      </div>
    </li>
  )
}

function FactorBadge({ isOn }: { isOn: boolean }) {
  return isOn ? <Badge tone="good">Two-factor</Badge> : <Badge tone="warn">No two-factor</Badge>
}
