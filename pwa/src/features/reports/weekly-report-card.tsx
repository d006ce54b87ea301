// The latest weekly report on the client's dashboard: its video, or the day of the next one.
import { CalendarDays } from 'lucide-react'
import { Link } from 'react-router'

import { calendarDayText } from '../../lib/text/days'
import { Card } from '../../ui/card'
import { LoadError } from '../../ui/feedback/load-error'
import { Skeleton } from '../../ui/feedback/skeleton'
import { useMinute } from '../../ui/hooks/use-now'
import { useHomeVideo, useIsStored, useStoredPoster } from './queries'
import { LOAD_FAILED, nextReportDay } from './rules'
import { useZone } from './use-zone'
import { VideoPlayer } from './videos/player'

/** `hrefOf` returns the address of a report, or of the list for null. */
export function WeeklyReportCard({ hrefOf }: { hrefOf: (reportId: string | null) => string }) {
  const view = useHomeVideo()
  const video = view.is === 'ready' ? view.video : undefined
  const poster = useStoredPoster(video?.id ?? null)
  const isHere = useIsStored(video?.video_url ?? null) ?? false
  const reportId = video?.report_id ?? null
  const next = nextReportDay(useMinute(), useZone())
  return (
    <Card
      title="Latest weekly report"
      aside={
        <Link
          to={hrefOf(reportId)}
          className="inline-flex min-h-control-small items-center text-sm font-medium text-primary-ink hover:underline"
        >
          {reportId === null ? 'All reports' : 'Read the report'}
        </Link>
      }
    >
      {view.is === 'failed' && <LoadError onRetry={view.retry}>{LOAD_FAILED}</LoadError>}
      {view.is === 'loading' && (
        <>
          <Skeleton className="aspect-video w-full rounded-lg" />
          <Skeleton className="mt-2 mb-2 h-9 w-60" />
        </>
      )}
      {video !== undefined && (
        <>
          <VideoPlayer
            key={video.id}
            video={{
              kind: video.video_kind,
              embed: video.embed_url,
              address: video.video_url,
              name: null,
              isHere,
            }}
            title={`Weekly report of ${calendarDayText(video.posted_at)}`}
            poster={poster ?? ''}
          />
          <p className="mt-1 text-sm text-ink-3">Posted on {calendarDayText(video.posted_at)}</p>
        </>
      )}
      {view.is === 'ready' && (
        <p className="mb-2 text-sm text-ink-3">Your weekly video report arrives every Monday.</p>
      )}
      {view.is === 'ready' && video === undefined && (
        <p className="flex gap-2.5 text-base text-ink-2">
          <CalendarDays size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>
            Next report: <strong className="font-medium text-ink">{calendarDayText(next)}</strong>
          </span>
        </p>
      )}
    </Card>
  )
}
