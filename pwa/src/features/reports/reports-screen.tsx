// Reports: a client's own, or an admin's list of clients beside the reports of the selected one.
import { CircleUserRound, FileText } from 'lucide-react'

import { useSyncStatus } from '../../live/live'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/empty-state'
import { ClientPicker } from './client-picker'
import { ClientReports, type Way } from './client-reports'
import { ReportsSkeleton } from './reports-skeleton'
import { LOAD_FAILED } from './rules'

type ReportsScreenProps = Way & {
  /** The client an admin has selected. */
  client: string | null
  report: string | null
}

export function ReportsScreen({ client, report, hrefOf, onGo }: ReportsScreenProps) {
  const { role, client_id, link } = useSyncStatus()
  const way = { hrefOf, onGo }
  return (
    <div className="@container/reports flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Reports</h1>
      {role === null && link.is === 'offline' && (
        <Alert className="m-4" action={<Button size="sm" onClick={() => location.reload()}>Retry</Button>}>
          {LOAD_FAILED}
        </Alert>
      )}
      {role === null && link.is !== 'offline' && <ReportsSkeleton />}
      {role === 'client' && client_id === null && (
        <EmptyState icon={<CircleUserRound size={22} aria-hidden="true" />} title="No client account found" className="flex-1">
          No client account found. Please contact support.
        </EmptyState>
      )}
      {role === 'client' && client_id !== null && <ClientReports key={client_id} clientId={client_id} shown={report} isAdmin={false} {...way} />}
      {role === 'admin' && (
        <div className="flex min-h-0 flex-1">
          <div
            className={cx(
              'min-h-0 w-full flex-col bg-surface @3xl/reports:flex @3xl/reports:w-68 @3xl/reports:shrink-0 @3xl/reports:border-r @3xl/reports:border-line',
              client === null ? 'flex' : 'hidden',
            )}
          >
            <ClientPicker selected={client} hrefOf={(id) => hrefOf(id, null)} />
          </div>
          {client === null ? (
            <EmptyState icon={<FileText size={22} aria-hidden="true" />} title="Choose a client" className="hidden flex-1 @3xl/reports:flex">
              Your clients are on the left, by company. Press / to find one.
            </EmptyState>
          ) : (
            <ClientReports key={client} clientId={client} shown={report} isAdmin {...way} />
          )}
        </div>
      )}
    </div>
  )
}
