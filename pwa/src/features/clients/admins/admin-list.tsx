// The provider's admins: who they are, which clients they look after, and which clients nobody looks after.
import { RefreshCw } from 'lucide-react'

import { timeText } from '../../../lib/text/days'
import { countedText } from '../../../lib/text/numbers'
import { type DirectoryEntry, useDirectory } from '../../../live/directory/use-directory'
import { useLive } from '../../../live/live'
import { useRows } from '../../../live/view'
import { IconButton } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useMinute } from '../../../ui/hooks/use-now'
import { TabScroller } from '../tab-scroller'
import { useSignIns } from '../use-sign-ins'
import { AdminCard } from './admin-card'
import { AdminNotes } from './admin-notes'
import { ClientLinks } from './client-links'
import { readTeamWork } from './team-work'
import './admins.css'

type AdminListProps = {
  /** URL of the settings where an admin turns two-factor on. */
  securityHref: string
  /** URL of the audit log. */
  auditHref: string
}

export default function AdminList({ securityHref, auditHref }: AdminListProps) {
  const { sync, userId } = useLive()
  const now = useMinute()
  const signIns = useSignIns()
  const view = useRows(
    'w',
    async (replica) => ({
      admins: (await replica.admins.toArray()).sort((a, b) => a.created_at.localeCompare(b.created_at)),
    }),
    [],
  )
  const team = useTeam()
  const { isLoading, reportsOf, clientsOf } = team
  const retry = view.is === 'failed' ? view.retry : team.retry
  const refresh = () => {
    sync.tryAgain()
    signIns.reload()
  }
  const unattended = clientsOf?.(null) ?? []
  return (
    <TabScroller>
      <div className="flex items-center justify-between gap-3 py-3">
        <p className="text-sm text-pretty text-ink-3">
          Admins see every client. The one who wrote its latest report looks after it; before the first
          report, the one who last read its messages.{' '}
          {signIns.isOutdated && <ActivityAge readAt={signIns.readAt} />}
        </p>
        <IconButton label="Refresh admins" onClick={refresh}>
          <RefreshCw size={16} aria-hidden="true" />
        </IconButton>
      </div>
      {retry !== null && (
        <LoadError className="mb-4" onRetry={retry}>
          Error loading clients. Please try again later.
        </LoadError>
      )}
      {view.is !== 'failed' && (
        <ul aria-label="Admins" className="flex flex-col gap-4">
          {(view.is === 'loading' || isLoading) && <AdminSkeleton />}
          {view.is === 'ready' &&
            !isLoading &&
            view.admins.map((admin) => (
              <AdminCard
                key={admin.id}
                admin={admin}
                signIn={signIns.byUser.get(admin.user_id ?? '')}
                work={
                  clientsOf === null
                    ? null
                    : { clients: clientsOf(admin.name), reports: reportsOf.get(admin.name) ?? 0 }
                }
                securityHref={admin.user_id === userId ? securityHref : null}
                now={now}
              />
            ))}
        </ul>
      )}
      {unattended.length > 0 && (
        <Card title={`Nobody looks after ${countedText(unattended.length, 'client')}`} className="mt-4">
          <p className="-mt-1 mb-3 text-sm text-ink-3">
            Whoever writes a client’s next report looks after the client from then on.
          </p>
          <ClientLinks label="Clients nobody looks after" entries={unattended} now={now} />
        </Card>
      )}
      {/* Not below a skeleton, because the cards would move it. */}
      {view.is !== 'loading' && !isLoading && <AdminNotes auditHref={auditHref} />}
    </TabScroller>
  )
}

const NO_REPORTS: ReadonlyMap<string, number> = new Map()

/**
 * `clientsOf` returns an admin's clients by company, or for null those of nobody; it is null if they are not known.
 * `retry` is null unless they could not be loaded.
 */
function useTeam() {
  const directory = useDirectory()
  const work = useRows('w', readTeamWork, [])
  if (work.is !== 'ready' || directory.is !== 'ready' || !directory.isWhole) {
    const retry = work.is === 'failed' ? work.retry : directory.is === 'failed' ? directory.retry : null
    return { isLoading: retry === null, retry, reportsOf: NO_REPORTS, clientsOf: null }
  }
  const { adminOf, reportsOf } = work
  const clientsOf = (name: string | null): readonly DirectoryEntry[] =>
    directory.byCompany.filter(({ client }) => adminOf.get(client.id) === name)
  return { isLoading: false, retry: null, reportsOf, clientsOf }
}

function AdminSkeleton() {
  return (
    <li className="rounded-lg border border-line bg-surface p-4 shadow-1 sm:p-5">
      <div className="admin-head">
        <div className="flex items-center gap-4">
          <Skeleton className="size-16 rounded-full" />
          <Skeleton className="h-16 w-44" />
        </div>
        <Skeleton className="h-10 w-44" />
      </div>
      <Skeleton className="mt-4 h-20 w-full" />
    </li>
  )
}

/** Shown if the admins' last activity could not be read just now. */
function ActivityAge({ readAt }: { readAt: string | null }) {
  const now = useMinute()
  return readAt === null
    ? 'Their last activity could not be loaded.'
    : `Last activity as of ${timeText(readAt, now)}.`
}
