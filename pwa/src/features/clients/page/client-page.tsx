// One client's page for admins, from what this device has stored: details, score, reports and messages.
import { SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { NOT_LOADED } from '../../../lib/text/client-errors'
import { dateTimeText } from '../../../lib/text/times'
import { adminInCharge } from '../../../live/admin-in-charge'
import { useLive, useSyncStatus } from '../../../live/live'
import type { DirectoryEntry, DirectoryView } from '../../../live/directory/use-directory'
import { BackLink } from '../../../ui/layout/back-link'
import { buttonClass } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { useMinute } from '../../../ui/hooks/use-now'
import { WIDE_PAGE } from '../../../ui/layout/page'
import { BACK } from '../../../ui/list/use-scroll-restoration'
import { ClientDetails } from './client-details'
import { ClientHead } from './client-head'
import { LastMessages } from './last-messages'
import { LatestReports } from './latest-reports'
import { ScorePanel } from './score-panel'
import { CardsSkeleton, HeadSkeleton } from './skeleton'
import { useClientPage } from './use-client-page'
import { WaitingNotice } from './waiting-notice'
import './client-link.css'
import './client-page.css'

type ClientPageProps = {
  id: string
  directory: DirectoryView
  /** URL of the client list. */
  listHref: string
  /** URL of a report; of all reports if the report's id is null. */
  reportOf: (clientId: string, reportId: string | null) => string
  /** Result of the last action. */
  notice: ReactNode
}

export default function ClientPage({ id, directory, listHref, reportOf, notice }: ClientPageProps) {
  const entry = directory.is === 'ready' ? directory.of.get(id) : undefined
  const isUnknown = directory.is === 'ready' && directory.isWhole && entry === undefined
  return (
    <div className={WIDE_PAGE}>
      <BackLink to={listHref} replace state={BACK}>
        Clients
      </BackLink>
      {entry !== undefined && <Loaded entry={entry} reportOf={reportOf} notice={notice} />}
      {directory.is === 'failed' && (
        <LoadError onRetry={directory.retry}>Error loading clients. Please try again later.</LoadError>
      )}
      {entry === undefined && directory.is !== 'failed' && !isUnknown && (
        <>
          <HeadSkeleton />
          <CardsSkeleton />
        </>
      )}
      {isUnknown && (
        <EmptyState
          icon={<SearchX size={22} aria-hidden="true" />}
          title="Client not found"
          heading="h1"
          action={
            <Link to={listHref} replace className={buttonClass('primary')}>
              See all clients
            </Link>
          }
        >
          This client may have been deleted, or the link is not complete.
        </EmptyState>
      )}
    </div>
  )
}

type LoadedProps = Pick<ClientPageProps, 'reportOf' | 'notice'> & { entry: DirectoryEntry }

function Loaded({ entry, reportOf, notice }: LoadedProps) {
  const { client, thread } = entry
  const now = useMinute()
  const data = useClientPage(client.id)
  const { link, as_of } = useSyncStatus()
  const title = useRef<HTMLHeadingElement>(null)
  const { sync } = useLive()
  // Without a response, Last messages shows the preview that each device of an admin has.
  useEffect(() => void sync.holdThread(client.id).catch(() => undefined), [sync, client.id])
  return (
    <>
      <ClientHead
        title={title}
        entry={entry}
        now={now}
        inCharge={data.is === 'ready' ? adminInCharge(data.reports, thread) : null}
        reportsHref={reportOf(client.id, null)}
      />
      {link.is !== 'live' && as_of !== null && (
        <p className="mt-1 text-sm text-ink-3">Last updated {dateTimeText(as_of)}</p>
      )}
      <div className="-mx-4 empty:hidden md:-mx-8">{notice}</div>
      {data.is === 'failed' && (
        <LoadError className="mt-4" onRetry={data.retry}>
          {NOT_LOADED}
        </LoadError>
      )}
      <WaitingNotice
        entry={entry}
        messages={data.is === 'ready' ? data.messages : []}
        now={now}
        onEnd={() => title.current?.focus()}
      />
      {data.is === 'loading' && <CardsSkeleton />}
      {data.is === 'ready' && (
        <div className="client-page">
          <div className="flex min-w-0 flex-col gap-4">
            <ScorePanel client={client} data={data} />
            <LatestReports client={client} reports={data.reports} reportOf={reportOf} now={now} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <ClientDetails client={client} data={data} inCharge={adminInCharge(data.reports, thread)} />
            <LastMessages entry={entry} messages={data.messages} now={now} />
          </div>
        </div>
      )}
    </>
  )
}
