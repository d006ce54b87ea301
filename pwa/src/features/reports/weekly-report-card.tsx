// The latest weekly report on the client's dashboard: its video, or the day of the next one.
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'

import type { ReportRow } from '../../db/rows/reports'
import { calendarDayText, dateText } from '../../lib/text/days'
import { buttonClass } from '../../ui/button'
import { LoadError } from '../../ui/feedback/load-error'
import { Skeleton } from '../../ui/feedback/skeleton'
import { useMinute } from '../../ui/hooks/use-now'
import { useWeeklyReport } from './queries'
import { dateOf } from '../../live/report-order'
import { LOAD_FAILED, nextReportText } from './rules'
import { useZone } from './use-zone'
import { AT_RIGHT, WeeklyVideo } from './videos/weekly-video'

const NOTHING = { video: undefined, report: undefined }

/** `hrefOf` returns the address of a report, or of the list for null. `children` sum up the week. */
type WeeklyReportCardProps = { hrefOf: (reportId: string | null) => string; children?: ReactNode }

export function WeeklyReportCard({ hrefOf, children }: WeeklyReportCardProps) {
  const view = useWeeklyReport()
  const next = nextReportText(useMinute(), useZone())
  const heading = useId()
  const { video, report } = view.is === 'ready' ? view : NOTHING
  const reportId = report?.id ?? video?.report_id ?? null
  const link = (
    <Link to={hrefOf(reportId)} className={buttonClass()}>
      {reportId === null ? 'All reports' : 'Read the report'}
    </Link>
  )
  const text = (line: ReactNode) => (
    <div className="col-span-2 min-w-0">
      <h2
        id={heading}
        className={report === undefined ? 'text-head font-semibold text-ink' : 'text-sm text-ink-3'}
      >
        Latest weekly report
      </h2>
      {line}
    </div>
  )
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-3 items-center gap-2.5 rounded-lg border border-line bg-surface p-4 py-3 shadow-1 sm:p-5 lg:gap-x-8"
    >
      {children !== undefined && <div className="col-span-3 lg:col-span-2">{children}</div>}
      {view.is === 'loading' && (
        <>
          <Skeleton className={`aspect-video rounded-md ${AT_RIGHT}`} />
          {text(<Skeleton className="h-10 w-48" />)}
          <Skeleton className="col-span-3 h-control rounded-md lg:col-span-2" />
        </>
      )}
      {view.is === 'failed' && (
        <div className="col-span-3">
          <h2 id={heading} className="sr-only">
            Latest weekly report
          </h2>
          <LoadError onRetry={view.retry}>{LOAD_FAILED}</LoadError>
        </div>
      )}
      {video !== undefined && (
        <WeeklyVideo key={video.id} video={video} report={report} link={link}>
          {text(
            <>
              {report !== undefined && <ReportHeading report={report} />}
              {report?.id !== video.report_id && <PostedDate on={video.posted_at} />}
            </>,
          )}
        </WeeklyVideo>
      )}
      {view.is === 'ready' && video === undefined && (
        <>
          {text(
            <>
              {report !== undefined && <ReportHeading report={report} />}
              <p className="text-sm text-ink-2">Next report: {next}</p>
              {report === undefined && (
                <p className="text-sm text-ink-3">Your weekly video report arrives every Monday.</p>
              )}
            </>,
          )}
          <div className="justify-self-end">{link}</div>
        </>
      )}
    </section>
  )
}

function ReportHeading({ report }: { report: ReportRow }) {
  return (
    <>
      <h3 className="line-clamp-2 text-head font-semibold break-words text-ink">{report.title}</h3>
      <p className="text-sm text-ink-2">
        {report.author_name}, {dateText(dateOf(report), 'short')}
      </p>
    </>
  )
}

/** The date in place of a title, because a video without a report has none; with the year unless it is this year. */
function PostedDate({ on }: { on: string }) {
  const year = on.slice(0, 4)
  const thisYear = String(new Date(useMinute()).getFullYear())
  return (
    <p className="text-sm text-ink-2">
      Posted on {calendarDayText(on, 'short')}
      {year !== thisYear && `, ${year}`}
    </p>
  )
}
