// A client's newest reports, each with its date, its score, and whether the client has opened it.
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

import type { ClientRow } from '../../../db/rows/clients'
import type { ReportRow } from '../../../db/rows/reports'
import { Card } from '../../../ui/card'
import { stateText } from './report-state'

type LatestReportsProps = {
  client: ClientRow
  reports: readonly ReportRow[]
  reportOf: (clientId: string, reportId: string | null) => string
  now: number
}

const SHOWN = 4

export function LatestReports({ client, reports, reportOf, now }: LatestReportsProps) {
  const aside = reports.length > 0 && (
    <Link to={reportOf(client.id, null)} className="client-link text-sm font-medium">
      All reports
    </Link>
  )
  return (
    <Card title="Latest reports" aside={aside}>
      {reports.length === 0 ? (
        <p className="text-base text-ink-2">No reports yet. Write report starts the first one.</p>
      ) : (
        <ul aria-label="Latest reports" className="-mx-2 flex flex-col divide-y divide-line">
          {reports.slice(0, SHOWN).map((report) => (
            <li key={report.id}>
              <Link
                to={reportOf(client.id, report.id)}
                className="flex min-h-control items-center gap-3 rounded-md px-2 py-1.5 hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-base text-ink">{report.title}</span>
                  <span className="block text-sm text-ink-3">{stateText(report, now)}</span>
                </span>
                {report.figures !== null && report.figures.score !== null && (
                  <span className="tabular shrink-0 text-base font-semibold text-ink">
                    <span className="text-sm font-normal text-ink-3">Score </span>
                    {report.figures.score}
                  </span>
                )}
                <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
