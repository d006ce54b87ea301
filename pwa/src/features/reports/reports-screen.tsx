// Reports: a client's own, or an admin's client list beside the selected client's reports.
import { CircleUserRound } from 'lucide-react'

import { useMember } from '../../live/view'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadError } from '../../ui/feedback/load-error'
import { ChooseClient } from './choose-client'
import { ClientPicker } from './client-picker'
import { ClientReports, type ReportLinks } from './client-reports'
import { ReportsSkeleton } from './reports-skeleton'
import { LOAD_FAILED } from './rules'

type ReportsScreenProps = ReportLinks & {
  /** The client that an admin has selected. */
  client: string | null
  report: string | null
  /** The admins' preview of the weekly email. */
  weeklyMailHref?: string
}

const NO_MEMBER = { role: null, client_id: null }

export function ReportsScreen({ client, report, weeklyMailHref, hrefOf, onGo }: ReportsScreenProps) {
  const member = useMember()
  const { role, client_id } = member.is === 'ready' ? member : NO_MEMBER
  const way = { hrefOf, onGo }
  return (
    <div className="@container/reports flex min-h-0 flex-1 flex-col">
      <h1 className={role === 'admin' && client === null ? 'choose-title' : 'sr-only'}>Reports</h1>
      {member.is === 'failed' && (
        <LoadError className="m-4" onRetry={member.retry}>
          {LOAD_FAILED}
        </LoadError>
      )}
      {member.is === 'loading' && <ReportsSkeleton hasTitle />}
      {role === 'client' && client_id === null && (
        <EmptyState
          icon={<CircleUserRound size={22} aria-hidden="true" />}
          title="No client account found"
          className="flex-1"
        >
          No client account found. Please contact support.
        </EmptyState>
      )}
      {role === 'client' && client_id !== null && (
        <ClientReports key={client_id} clientId={client_id} shown={report} isAdmin={false} {...way} />
      )}
      {role === 'admin' && (
        <div className={cx('flex min-h-0 flex-1', client === null && 'choose-split')}>
          <div
            className={cx(
              'choose-list min-h-0 w-full flex-col bg-surface @3xl/reports:flex @3xl/reports:w-68 @3xl/reports:shrink-0 @3xl/reports:border-r @3xl/reports:border-line @5xl/reports:w-80',
              client === null ? 'flex' : 'hidden',
            )}
          >
            <ClientPicker weeklyMailHref={weeklyMailHref} selected={client} {...way} />
          </div>
          {client === null ? (
            <ChooseClient hrefOf={hrefOf} />
          ) : (
            <ClientReports key={client} clientId={client} shown={report} isAdmin {...way} />
          )}
        </div>
      )}
    </div>
  )
}
