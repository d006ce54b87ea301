// Reports: a client's own, or an admin's of all clients.
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useMember } from '../../live/view'
import { buttonClass } from '../../ui/button'
import { LoadError } from '../../ui/feedback/load-error'
import { NoClient } from '../../ui/feedback/no-client'
import { AdminReports } from './admin-reports'
import { ClientReports, type ReportLinks } from './client-reports'
import { ReportQuestionContext } from './reading/question-button'
import { ReportsSkeleton } from './reports-skeleton'
import { LOAD_FAILED } from './rules'
import '../../ui/layout/layout.css'
import './admin-reports.css'

type ReportsScreenProps = ReportLinks & {
  /** The client that an admin has selected. */
  client: string | null
  report: string | null
  /** The admins' preview of the weekly email. */
  weeklyMailHref?: string
  /** Shown to a client at the end of an open report. */
  hint?: ReactNode
  /** Opens the user's own thread with a report's title in its draft; null if the user has none. */
  onQuestion?: ((title: string) => void) | null
}

const NO_MEMBER = { role: null, client_id: null }

export function ReportsScreen({
  client,
  report,
  weeklyMailHref,
  hint,
  onQuestion = null,
  hrefOf,
  onGo,
}: ReportsScreenProps) {
  const member = useMember()
  const { role, client_id } = member.is === 'ready' ? member : NO_MEMBER
  const isOverview = role === 'admin' && client === null
  const links = { hrefOf, onGo }
  return (
    <div className="@container/reports flex min-h-0 flex-1 flex-col">
      <div className={isOverview ? 'reports-top' : undefined}>
        <h1 className={isOverview ? 'reports-title' : 'sr-only'}>Reports</h1>
        {isOverview && weeklyMailHref !== undefined && (
          <Link to={weeklyMailHref} className={buttonClass('borderless')}>
            <Mail size={16} aria-hidden="true" />
            Preview weekly email
          </Link>
        )}
      </div>
      {member.is === 'failed' && (
        <LoadError className="m-4" onRetry={member.retry}>
          {LOAD_FAILED}
        </LoadError>
      )}
      {member.is === 'loading' && <ReportsSkeleton hasTitle />}
      {role === 'client' && client_id === null && <NoClient />}
      {role === 'client' && client_id !== null && (
        <ReportQuestionContext value={onQuestion}>
          <ClientReports key={client_id} clientId={client_id} shown={report} hint={hint} {...links} />
        </ReportQuestionContext>
      )}
      {role === 'admin' && <AdminReports client={client} report={report} {...links} />}
    </div>
  )
}
