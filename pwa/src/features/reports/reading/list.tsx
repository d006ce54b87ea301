// A client's reports, newest first; the j and k or arrow keys move through them.
import { CalendarDays } from 'lucide-react'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'

import { CONTINUE_DRAFT } from '../../../lib/navigation'
import { dateTimeText } from '../../../lib/text/times'
import { dateText, shortDateText, shortTime } from '../../../lib/text/days'
import type { ReportRow } from '../../../db/rows/reports'
import { useSyncStatus } from '../../../live/live'
import { Badge } from '../../../ui/badge'
import { Button, buttonClass } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { usePlaceIn } from '../../../ui/list/use-scroll-restoration'
import { hasModifier } from '../../../ui/hooks/has-modifier'
import { useMinute } from '../../../ui/hooks/use-now'
import { useShortcut } from '../../../ui/hooks/use-shortcut'
import { dateOf } from '../../../live/report-order'
import { NEEDS_CONNECTION } from '../rules'
import { Thumbnail } from '../videos/cover'
import { ScoreChip } from './score-chip'

type ReportListProps = {
  reports: readonly ReportRow[]
  /** The posters on this device, by the report's id. */
  posters: ReadonlyMap<string, string>
  lengthOf: (report: ReportRow) => string | null
  shown: string | null
  isAdmin: boolean
  hrefOf: (reportId: string) => string
}

/** The place of the button on a draft's card, and the space for it. */
const MIDDLE = { top: 'calc(50% - var(--control) / 2)', right: '0.75rem' }
const BESIDE_BUTTON = { minHeight: '4.75rem', paddingRight: '7.5rem' }

export function ReportList({ reports, posters, lengthOf, shown, isAdmin, hrefOf }: ReportListProps) {
  const list = useRef<HTMLUListElement>(null)
  const navigate = useNavigate()
  usePlaceIn('Reports', list)
  const go = (by: 1 | -1) => {
    const at = reports.findIndex((report) => report.id === shown)
    const next = reports[at === -1 ? 0 : at + by]
    if (next === undefined) return
    void navigate(hrefOf(next.id), { replace: true })
    list.current?.querySelectorAll<HTMLElement>('[data-place]')[reports.indexOf(next)]?.focus()
  }
  useShortcut('next', () => go(1))
  useShortcut('previous', () => go(-1))
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-2.5 px-4 py-3 md:pl-8">
      <ul
        ref={list}
        aria-label="Reports"
        onKeyDown={(event) => {
          if (hasModifier(event)) return
          if (event.key === 'ArrowDown') go(1)
          else if (event.key === 'ArrowUp') go(-1)
          else return
          event.preventDefault()
        }}
        className="flex flex-col gap-2.5"
      >
        {reports.map((report) => (
          <li key={report.id} className="relative">
            <Link
              to={hrefOf(report.id)}
              data-place={report.id}
              style={report.status === 'draft' ? BESIDE_BUTTON : undefined}
              aria-current={report.id === shown ? 'true' : undefined}
              className={cx(
                'flex items-start gap-3 rounded-lg border p-3 shadow-1 transition-colors duration-100',
                report.id === shown
                  ? 'border-primary-line bg-primary-soft'
                  : 'border-line bg-surface hover:bg-hover',
              )}
            >
              {report.status !== 'draft' && (
                <Thumbnail report={report} poster={posters.get(report.id) ?? ''} length={lengthOf(report)} />
              )}
              <span className="min-w-0 flex-1">
                <span className="flex items-start gap-2">
                  <span
                    className={cx(
                      'line-clamp-2 min-w-0 flex-1 text-base leading-tight break-words text-ink',
                      isNew(report, isAdmin) ? 'font-semibold' : 'font-medium',
                    )}
                  >
                    {report.title}
                  </span>
                  {isNew(report, isAdmin) && (
                    <span className="mt-1.5 size-2.5 shrink-0 rounded-full bg-primary">
                      <span className="sr-only">Unread</span>
                    </span>
                  )}
                </span>
                <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-ink-2">
                  <time dateTime={dateOf(report)} title={dateTimeText(dateOf(report))}>
                    {isAdmin ? shortDateText(dateOf(report)) : dateText(dateOf(report))}
                  </time>
                  {isAdmin && <StateBadge report={report} />}
                  <ScoreChip figures={report.figures} />
                </span>
              </span>
            </Link>
            {report.status === 'draft' && <ContinueLink report={report} href={hrefOf(report.id)} />}
          </li>
        ))}
      </ul>
      {!isAdmin && (
        <p className="flex items-center gap-2.5 px-2.5 py-2 text-sm text-ink-3">
          <CalendarDays size={16} aria-hidden="true" className="shrink-0" />
          Your weekly video report arrives every Monday.
        </p>
      )}
    </div>
  )
}

function ContinueLink({ report, href }: { report: ReportRow; href: string }) {
  const { link } = useSyncStatus()
  const label = `Continue ${report.title}`
  return link.is === 'offline' ? (
    <span className="absolute" style={MIDDLE} title={NEEDS_CONNECTION}>
      <Button disabled aria-label={label}>
        Continue
      </Button>
    </span>
  ) : (
    <Link
      to={href}
      state={CONTINUE_DRAFT}
      aria-label={label}
      className={`${buttonClass()} absolute`}
      style={MIDDLE}
    >
      Continue
    </Link>
  )
}

function isNew(report: ReportRow, isAdmin: boolean): boolean {
  return !isAdmin && report.seen_at === null
}

/** The report's status, for admins. */
export function StateBadge({ report }: { report: ReportRow }) {
  const now = useMinute()
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
          {report.seen_at === null ? 'Not opened yet' : `Opened ${shortTime(report.seen_at, now)}`}
        </Badge>
      )
  }
}
