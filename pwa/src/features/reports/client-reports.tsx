// One client's reports: the list and the open report; for admins also the buttons to write.
import { ArrowLeft, FileText, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'

import { isWriteReport } from '../../lib/navigation'
import { dateTimeText } from '../../lib/text/times'
import type { ReportRow } from '../../db/rows/reports'
import type { ClientRow } from '../../db/rows/rows'
import { useSyncStatus } from '../../live/live'
import { Alert } from '../../ui/feedback/alert'
import { Button, IconButton } from '../../ui/button'
import { cx } from '../../ui/cx'
import { DetailTransition } from '../../ui/layout/detail-transition'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadError } from '../../ui/feedback/load-error'
import { useMedia } from '../../ui/hooks/use-media'
import { DraftActions } from './writing/draft-actions'
import { useReports, useStoredPosters } from './queries'
import { ReportDialog } from './writing/report-dialog'
import { ReportList } from './reading/list'
import { LIST_WIDTH, ReportsSkeleton, ReportsTitle, WIDE } from './reports-skeleton'
import { ReportView } from './reading/view'
import { lengthText, LOAD_FAILED } from './rules'
import { useVideoLengths } from './videos/use-video-lengths'
import { UploadDialog } from './writing/upload-dialog'

export interface ReportLinks {
  hrefOf: (clientId: string | null, reportId: string | null) => string
  onGo: (href: string) => void
}

type ClientReportsProps = ReportLinks & { clientId: string; shown: string | null; isAdmin: boolean }

export function ClientReports({ clientId, shown, isAdmin, hrefOf, onGo }: ClientReportsProps) {
  const view = useReports(clientId)
  const isWide = useMedia(WIDE)
  const posters = useStoredPosters(clientId)
  const all = view.is === 'ready' ? view.reports : []
  // The open one first.
  const lengths = useVideoLengths([...all.filter(({ id }) => id === shown), ...all])
  const lengthOf = ({ content }: ReportRow) => {
    const seconds = lengths.get(content.video_url ?? '')
    return seconds === undefined ? null : lengthText(seconds)
  }
  if (view.is === 'loading') return <ReportsSkeleton hasTitle={!isAdmin} />
  if (view.is === 'failed') {
    return (
      <div className="flex-1 p-4">
        <LoadError onRetry={view.retry}>{LOAD_FAILED}</LoadError>
      </div>
    )
  }
  const { client, reports } = view
  const selected = reports.find((report) => report.id === shown)
  const report = selected ?? (isWide ? reports[0] : undefined)
  const ofClient = (reportId: string | null) => hrefOf(isAdmin ? clientId : null, reportId)
  const isMissing = shown !== null && selected === undefined
  // For a client the title belongs to the list, so a report has the whole height beside it.
  const isInList = !isAdmin && reports.length > 0
  const top = (
    <>
      {(isWide || report === undefined) && (
        <Head
          client={client}
          isAdmin={isAdmin}
          onBack={() => onGo(hrefOf(null, null))}
          onWritten={(ownerId, id) => onGo(hrefOf(ownerId, id))}
        />
      )}
      {isMissing && !isWide && (
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
        <EmptyState
          icon={<FileText size={22} aria-hidden="true" />}
          title="No reports yet"
          className="flex-1"
        >
          {isAdmin
            ? 'Write the first one: New Report.'
            : 'Your weekly report arrives on Monday and stays here, also when you are offline.'}
        </EmptyState>
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
                hrefOf={ofClient}
              />
            </div>
          )}
          {report !== undefined && (
            <DetailTransition>
              <div className="min-h-0 min-w-0 flex-1 overflow-y-auto bg-surface">
                <OneReport
                  key={report.id}
                  report={report}
                  length={lengthOf(report)}
                  client={client}
                  isAdmin={isAdmin}
                  onBack={isWide ? null : () => onGo(ofClient(null))}
                />
              </div>
            </DetailTransition>
          )}
        </div>
      )}
    </section>
  )
}

type OneReportProps = {
  report: ReportRow
  length: string | null
  client: ClientRow | undefined
  isAdmin: boolean
  onBack: (() => void) | null
}

function OneReport({ report, length, client, isAdmin, onBack }: OneReportProps) {
  return (
    <ReportView
      report={report}
      length={length}
      onBack={onBack}
      actions={isAdmin && client !== undefined && <DraftActions report={report} client={client} />}
    />
  )
}

type HeadProps = {
  client: ClientRow | undefined
  isAdmin: boolean
  onBack: () => void
  onWritten: (clientId: string, reportId: string) => void
}

function Head({ client, isAdmin, onBack, onWritten }: HeadProps) {
  const { link, as_of } = useSyncStatus()
  const location = useLocation()
  const [open, setOpen] = useState<'report' | 'upload' | null>(
    isWriteReport(location.state) ? 'report' : null,
  )
  const age = link.is === 'offline' && as_of !== null && (
    <p className="text-xs text-ink-3">Last updated {dateTimeText(as_of)}</p>
  )
  if (!isAdmin) {
    return <ReportsTitle>{age}</ReportsTitle>
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2.5">
      <IconButton label="Back to clients" onClick={onBack} className="pane-narrow -ml-2.5">
        <ArrowLeft size={20} aria-hidden="true" />
      </IconButton>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-head font-semibold text-ink">
          {client?.company_name ?? 'Client not found'}
        </h2>
        {age}
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1 max-sm:*:px-2">
        <Button
          disabled={client === undefined}
          icon={<Upload size={16} aria-hidden="true" />}
          onClick={() => setOpen('upload')}
        >
          Upload to Report
        </Button>
        <Button
          tone="primary"
          disabled={client === undefined}
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => setOpen('report')}
        >
          New Report
        </Button>
      </div>
      {open === 'report' && client !== undefined && (
        <ReportDialog
          client={client}
          report={null}
          onClose={() => setOpen(null)}
          onWritten={(id) => onWritten(client.id, id)}
        />
      )}
      {open === 'upload' && client !== undefined && (
        <UploadDialog clientId={client.id} onClose={() => setOpen(null)} onWritten={onWritten} />
      )}
    </div>
  )
}
