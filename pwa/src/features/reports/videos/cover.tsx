// A drawn card in the place of a video's poster, and the pill with a video's length.
import { FileText, Play } from 'lucide-react'

import type { ReportRow } from '../../../db/rows/reports'
import { Face } from '../../../ui/face'
import { cx } from '../../../ui/cx'

const VIDEO = 'linear-gradient(135deg, var(--primary), var(--primary-hover))'

/** The author's picture in the place of a poster. A small one has none, because the play button covers it. */
export function Cover({ report }: { report: ReportRow }) {
  return (
    <div aria-hidden="true" style={{ background: VIDEO }} className="@container absolute inset-0">
      <div className="hidden h-full flex-col items-start p-4 text-left text-on-primary @3xs:flex @lg:p-6">
        <span className="mt-auto">
          <Face name={report.author_name} size="md" />
        </span>
      </div>
    </div>
  )
}

type ThumbnailProps = { report: ReportRow; poster: string; length: string | null }

/** 96 x 54 px: the poster, or the author's initials; with the length of the video. */
export function Thumbnail({ report, poster, length }: ThumbnailProps) {
  const hasVideo = report.video_kind !== ''
  const Icon = hasVideo ? Play : FileText
  return (
    <span className="relative aspect-video w-24 shrink-0 overflow-hidden rounded-md">
      <span
        aria-hidden="true"
        style={hasVideo ? { background: VIDEO } : undefined}
        className={cx(
          'absolute inset-0 flex justify-between p-2',
          hasVideo
            ? 'text-on-primary'
            : 'rounded-md border border-primary-line bg-primary-soft text-primary-ink',
        )}
      >
        <Face name={report.author_name} size="sm" />
        <Icon size={16} fill={hasVideo ? 'currentColor' : 'none'} />
      </span>
      {poster !== '' && <img src={poster} alt="" className="absolute inset-0 size-full object-cover" />}
      {hasVideo && <span className="sr-only">With video{length !== null && ', '}</span>}
      {length !== null && (
        <span className="absolute inset-0 flex items-end justify-end p-1">
          <Pill>{length}</Pill>
        </span>
      )}
    </span>
  )
}

/** A short text over a picture. */
export function Pill({ children }: { children: string }) {
  return (
    <span className="tabular rounded-full bg-raised px-2 py-0.5 text-xs font-semibold text-ink shadow-1">
      {children}
    </span>
  )
}
