// One client's reports: the head, the list and the open report.
import { CloudOff, FileText, UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'

import type { ClientRow } from '../../db/rows/clients'
import type { ReportRow } from '../../db/rows/reports'
import { useSyncStatus } from '../../live/live'
import { draftsFirst } from '../../live/report-order'
import { Button } from '../../ui/button'
import { Alert } from '../../ui/feedback/alert'
import { cx } from '../../ui/cx'
import { DetailTransition } from '../../ui/layout/detail-transition'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadError } from '../../ui/feedback/load-error'
import { Spinner } from '../../ui/spinner'
import { useMedia } from '../../ui/hooks/use-media'
import { DraftActions } from './writing/draft-actions'
import { useReports, useStoredPosters } from './queries'
import { ReportList } from './reading/list'
import { type ListToggle, ReportsHead } from './reports-head'
import { LIST_WIDTH, ReportsSkeleton, WIDE } from './reports-skeleton'
import { type OlderReports, useOlder } from './reading/use-older'
import { ReportView } from './reading/view'
import { lengthText, LOAD_FAILED } from './rules'
import { useVideoLengths } from './videos/use-video-lengths'

export interface ReportLinks {
  /** URL of a report; of all reports of a client, or of the list of clients, if an id is null. */
  hrefOf: (clientId: string | null, reportId: string | null) => string
  onGo: (href: string) => void
}

/** `shown` is the id of the report in the address; null for the list. Admins have a `clientList`. */
type ClientReportsProps = ReportLinks & {
  clientId: string
  shown: string | null
  clientList?: ListToggle
  /** Shown at the end of the open report. */
  hint?: ReactNode
}

export function ClientReports({ clientId, shown, clientList, hint, hrefOf, onGo }: ClientReportsProps) {
  const isAdmin = clientList !== undefined
  const view = useReports(clientId)
  const { link } = useSyncStatus()
  const isWide = useMedia(WIDE)
  const posters = useStoredPosters(clientId)
  const older = useOlder(clientId, view.is === 'ready' ? view.reports : NONE, shown, isAdmin)
  const reports = draftsFirst(older.reports)
  const lengthOf = useLengths(reports, shown)
  if (view.is === 'loading') return <ReportsSkeleton hasTitle={!isAdmin} />
  if (view.is === 'failed') {
    return (
      <div className="flex-1 p-4">
        <LoadError onRetry={view.retry}>{LOAD_FAILED}</LoadError>
      </div>
    )
  }
  const { client } = view
  const selected = reports.find((report) => report.id === shown)
  const isMissing = shown !== null && selected === undefined
  // A push can open a new report before its row has arrived.
  const isGone = isMissing && older.is === 'none' && link.is === 'live'
  // Show no other report while the report of the address is loading. The newest is the default, also below an old draft.
  const report = selected ?? (isWide && (!isMissing || isGone) ? older.reports[0] : undefined)
  const reportHref = (reportId: string | null) => hrefOf(isAdmin ? clientId : null, reportId)
  // For clients the title is above the list only, so that the report beside it has the whole height.
  const isInList = !isAdmin && reports.length > 0
  const top = (
    <>
      {(isWide || report === undefined) && (
        <ReportsHead
          client={client}
          isAdmin={isAdmin}
          hasPrimary={report?.status === 'draft'}
          clientList={clientList ?? null}
          onBack={() => onGo(hrefOf(null, null))}
          onWritten={(ownerId, id) => {
            const written = reports.find((one) => one.id === id)
            if (written !== undefined) older.refresh(written)
            onGo(hrefOf(ownerId, id))
          }}
        />
      )}
      {isGone && (
        <Alert className="m-4" tone="warning">
          This report is no longer available.
        </Alert>
      )}
    </>
  )
  return (
    <section
      aria-label={client?.company_name ?? 'Reports'}
      className="pane-scroll flex min-w-0 flex-1 flex-col"
    >
      {!isInList && top}
      {reports.length === 0 ? (
        <NoReports isAdmin={isAdmin} isUnknown={isAdmin && client === undefined} />
      ) : (
        <div className="flex min-h-0 flex-1">
          {(isWide || report === undefined) && (
            <div
              style={isWide ? LIST_WIDTH : undefined}
              className={cx('min-h-0 overflow-y-auto', isWide ? 'shrink-0 border-r border-line' : 'w-full')}
            >
              {isInList && top}
              <ReportList
                reports={reports}
                posters={posters}
                lengthOf={lengthOf}
                shown={report?.id ?? null}
                isAdmin={isAdmin}
                hrefOf={reportHref}
              />
              <OlderReportsButton older={older} />
            </div>
          )}
          {isWide && report === undefined && <ReportPlaceholder older={older} />}
          {report !== undefined && (
            <ReportPane
              report={report}
              length={lengthOf(report)}
              client={client}
              isAdmin={isAdmin}
              onBack={isWide ? null : () => onGo(reportHref(null))}
              onChanged={() => older.refresh(report)}
              hint={hint}
            />
          )}
        </div>
      )}
    </section>
  )
}

/** In place of a report that only the server has, until it is fetched. */
function ReportPlaceholder({ older: { is } }: { older: OlderReports }) {
  const { link } = useSyncStatus()
  if (is === 'failed') return null
  if (link.is === 'connecting' || link.is === 'catching-up' || link.is === 'live')
    return <Spinner label="Loading the report" className="m-auto text-primary" />
  return (
    <EmptyState
      icon={<CloudOff size={22} aria-hidden="true" />}
      title="Not on this device"
      className="flex-1"
    >
      {link.is === 'offline'
        ? 'This report comes when you are online.'
        : 'This report comes when this device receives updates again.'}
    </EmptyState>
  )
}

/** The button that fetches the reports that only the server has. */
function OlderReportsButton({ older: { is, load } }: { older: OlderReports }) {
  const { link } = useSyncStatus()
  if (is === 'none') return null
  return (
    <div className="mx-auto max-w-3xl px-4 pb-4 md:pl-8">
      {is === 'failed' ? (
        <LoadError onRetry={load}>{LOAD_FAILED}</LoadError>
      ) : (
        <Button busy={is === 'loading'} disabled={link.is === 'offline'} onClick={load}>
          Older reports
        </Button>
      )}
    </div>
  )
}

const NONE: readonly ReportRow[] = []

/** Returns a function for the length of a report's video. The video of the open report is measured first. */
function useLengths(
  reports: readonly ReportRow[],
  shown: string | null,
): (report: ReportRow) => string | null {
  const lengths = useVideoLengths([...reports.filter(({ id }) => id === shown), ...reports])
  return ({ content }) => {
    const seconds = lengths.get(content.video_url ?? '')
    return seconds === undefined ? null : lengthText(seconds)
  }
}

/** `isUnknown`: an admin has opened the address of a client that does not exist. */
function NoReports({ isAdmin, isUnknown }: { isAdmin: boolean; isUnknown: boolean }) {
  if (isUnknown) {
    return (
      <EmptyState
        icon={<UserRoundX size={22} aria-hidden="true" />}
        title="Client not found"
        className="flex-1"
      >
        It may have been removed, or the address is not complete.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<FileText size={22} aria-hidden="true" />} title="No reports yet" className="flex-1">
      {isAdmin
        ? 'Write the first one: New Report.'
        : 'Your weekly report arrives on Monday and stays here, also when you are offline.'}
    </EmptyState>
  )
}

type ReportPaneProps = {
  report: ReportRow
  length: string | null
  client: ClientRow | undefined
  isAdmin: boolean
  onBack: (() => void) | null
  /** Called after an admin has changed the report. */
  onChanged: () => void
  hint: ReactNode
}

function ReportPane({ report, length, client, isAdmin, onBack, onChanged, hint }: ReportPaneProps) {
  return (
    <DetailTransition>
      <div className="min-h-0 min-w-0 flex-1 overflow-y-auto bg-surface">
        <ReportView
          key={report.id}
          report={report}
          length={length}
          onBack={onBack}
          hint={hint}
          actions={
            isAdmin &&
            client !== undefined && <DraftActions report={report} client={client} onChanged={onChanged} />
          }
        />
      </div>
    </DetailTransition>
  )
}
