// A client's reports, newest first; the j and k or arrow keys move through them.
import { FileText, Video } from 'lucide-react'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'

import { dateTimeText } from '../../../lib/text/times'
import { dateText } from '../../../lib/text/days'
import type { ReportRow } from '../../../db/rows/reports'
import { Badge } from '../../../ui/badge'
import { cx } from '../../../ui/cx'
import { usePlaceIn } from '../../../ui/list/use-scroll-restoration'
import { useShortcut } from '../../../ui/hooks/use-shortcut'
import { dateOf } from '../rules'

type ReportListProps = {
  reports: readonly ReportRow[]
  shown: string | null
  isAdmin: boolean
  hrefOf: (reportId: string) => string
}

export function ReportList({ reports, shown, isAdmin, hrefOf }: ReportListProps) {
  const list = useRef<HTMLUListElement>(null)
  const navigate = useNavigate()
  usePlaceIn('Reports', list)
  const go = (by: 1 | -1) => {
    const at = reports.findIndex((report) => report.id === shown)
    const next = reports[at === -1 ? 0 : at + by]
    if (next === undefined) return
    void navigate(hrefOf(next.id), { replace: true })
    list.current?.querySelectorAll('a')[reports.indexOf(next)]?.focus()
  }
  useShortcut('j', () => go(1))
  useShortcut('k', () => go(-1))
  return (
    <ul
      ref={list}
      aria-label="Reports"
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') go(1)
        else if (event.key === 'ArrowUp') go(-1)
        else return
        event.preventDefault()
      }}
      className="flex flex-col gap-1 p-2"
    >
      {reports.map((report) => (
        <li key={report.id}>
          <Link
            to={hrefOf(report.id)}
            data-place={report.id}
            aria-current={report.id === shown ? 'true' : undefined}
            className={cx(
              'flex items-start gap-3 rounded-md px-3 py-2.5 transition-colors duration-100 focus-visible:outline-offset-[-2px]',
              report.id === shown ? 'bg-primary-soft' : 'hover:bg-hover',
            )}
          >
            <span className="mt-0.5 flex size-9 shrink-0 items-center justify-center rounded-md border border-line bg-surface text-ink-2">
              {report.video_kind === '' ? (
                <FileText size={17} aria-hidden="true" />
              ) : (
                <Video size={17} aria-label="With video" />
              )}
            </span>
            <span className="min-w-0 flex-1">
              <span
                className={cx(
                  'line-clamp-2 text-base text-ink',
                  isNew(report, isAdmin) ? 'font-semibold' : 'font-medium',
                )}
              >
                {report.title}
              </span>
              <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
                <time dateTime={dateOf(report)} title={dateTimeText(dateOf(report))}>
                  {dateText(dateOf(report))}
                </time>
                {isAdmin && <StateBadge report={report} />}
                {isNew(report, isAdmin) && <Badge tone="primary">New</Badge>}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function isNew(report: ReportRow, isAdmin: boolean): boolean {
  return !isAdmin && report.seen_at === null
}

/** The report's status, for admins. */
export function StateBadge({ report }: { report: ReportRow }) {
  switch (report.status) {
    case 'draft':
      return <Badge tone="warn">Draft</Badge>
    case 'scheduled':
      return (
        <Badge tone="primary">
          {report.publish_at === null ? 'Scheduled' : `Goes out ${dateTimeText(report.publish_at)}`}
        </Badge>
      )
    case 'published':
      return (
        <Badge tone={report.seen_at === null ? 'neutral' : 'good'}>
          {report.seen_at === null ? 'Published' : 'Opened'}
        </Badge>
      )
  }
}
