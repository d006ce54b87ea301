// List of the provider's admins: name, email, id, clients, when each was last active, and whether a second factor
// protects it.
import { RefreshCw } from 'lucide-react'
import { Link } from 'react-router'

import type { AdminRow } from '../../../db/rows/clients'
import { ageText, shortDateText, timeText } from '../../../lib/text/days'
import { countedText } from '../../../lib/text/numbers'
import { useLive } from '../../../live/live'
import { useRows } from '../../../live/view'
import { Badge } from '../../../ui/badge'
import { buttonClass, IconButton } from '../../../ui/button'
import { Face } from '../../../ui/face'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useMinute } from '../../../ui/hooks/use-now'
import { Time } from '../../../ui/time'
import { type SignIns, useSignIns } from '../use-sign-ins'
import { AdminNotes } from './admin-notes'
import { type ClientCounts, readClientCounts } from './client-counts'
import { CopyId } from './copy-id'
import './admins.css'

type AdminListProps = {
  /** URL of the settings where an admin turns two-factor on. */
  securityHref: string
  /** URL of the audit log. */
  auditHref: string
}

export default function AdminList({ securityHref, auditHref }: AdminListProps) {
  const { sync, userId } = useLive()
  const signIns = useSignIns()
  const view = useRows(
    'w',
    async (replica) => ({
      admins: (await replica.admins.toArray()).sort((a, b) => a.created_at.localeCompare(b.created_at)),
    }),
    [],
  )
  const counts = useRows('w', readClientCounts, [])
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
            <li className="admin-columns p-4">
              <Skeleton className="h-9 w-44" />
              {[0, 1, 2].map((cell) => (
                <div key={cell} className="admin-cell">
                  <Skeleton className="h-9 w-36" />
                </div>
              ))}
            </li>
          )}
          {view.is === 'ready' &&
            view.admins.map((admin) => (
              <AdminItem
                key={admin.id}
                admin={admin}
                signIn={signIns.byUser.get(admin.user_id ?? '')}
                counts={counts.is === 'ready' ? counts : null}
                securityHref={admin.user_id === userId ? securityHref : null}
              />
            ))}
        </ul>
      )}
      <AdminNotes auditHref={auditHref} />
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

type AdminItemProps = {
  admin: AdminRow
  signIn: ReturnType<SignIns['byUser']['get']>
  /** Null until they are read. */
  counts: ClientCounts | null
  /** Null for other admins: only the admin can turn two-factor on. */
  securityHref: string | null
}

function AdminItem({ admin, signIn, counts, securityHref }: AdminItemProps) {
  const now = useMinute()
  return (
    <li className="admin-columns p-4 text-sm text-ink-3">
      <div className="flex min-w-0 items-center gap-3">
        <Face name={admin.name} />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 text-base font-medium text-ink">
            <span className="truncate">{admin.name}</span>
            {securityHref !== null && <Badge tone="primary">You</Badge>}
          </p>
          <p className="truncate">{admin.email}</p>
        </div>
      </div>
      <div className="admin-cell">
        <p className="admin-line text-ink-2">
          {signIn !== undefined && <LastActive signIn={signIn} now={now} />}
        </p>
        <p>Admin since {shortDateText(admin.created_at)}</p>
      </div>
      <div className="admin-cell">
        <p className="admin-line text-ink-2">
          {counts !== null && clientsText(counts.of.get(admin.name) ?? 0)}
        </p>
        <CopyId id={admin.id} />
      </div>
      <div className="admin-cell admin-factor">
        {signIn !== undefined && <Factor isOn={signIn.has_second_factor} securityHref={securityHref} />}
      </div>
    </li>
  )
}

function clientsText(count: number): string {
  return count === 0 ? 'Looks after no client yet' : `Looks after ${countedText(count, 'client')}`
}

function LastActive({ signIn, now }: { signIn: NonNullable<AdminItemProps['signIn']>; now: number }) {
  if (signIn.last_active_at === null) return 'Not signed in'
  return (
    <Time at={signIn.last_active_at} className="py-0.5">
      Active {ageText(signIn.last_active_at, now).toLowerCase()}
    </Time>
  )
}

function Factor({ isOn, securityHref }: { isOn: boolean; securityHref: string | null }) {
  if (isOn) return <Badge tone="good">Two-factor</Badge>
  return (
    <>
      <Badge tone="warn">No two-factor</Badge>
      {securityHref !== null && (
        <Link to={securityHref} className={buttonClass('bordered', 'sm')}>
          Turn on<span className="sr-only"> two-factor</span>
        </Link>
      )}
    </>
  )
}
