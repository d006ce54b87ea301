// A drawn card in place of a missing poster, and the pill with a video's length.
import { FileText } from 'lucide-react'

import type { Figures, ReportRow } from '../../../db/rows/reports'
import { monthDayText } from '../../../lib/text/days'
import { PULSE_PATH } from '../../../ui/brand/pulse-path'
import { cx } from '../../../ui/cx'
import { Face } from '../../../ui/face'
import { dateOf } from '../../../live/report-order'
import { PlayCircle } from './play-circle'

/** A background that is dark enough for white text with any colour of the provider, in both colour schemes. */
const BACKGROUND = {
  background:
    'linear-gradient(125deg, color-mix(in oklab, var(--primary) 58%, #0a1230), color-mix(in oklab, var(--primary) 26%, #0a1230))',
  color: '#fff',
}
const BELOW_THE_DAY = { inset: '40% 0 8%', width: '100%', height: '52%' }
/** A line that separates a face from the background. */
const EDGE = { display: 'flex', borderRadius: '50%', boxShadow: '0 0 0 2px #ffffffd9' }

/** `day` is the day of the week's report, such as `Nov 23`; `author` is null if unknown. */
export type CoverProps = { day: string; author: string | null; figures: Figures | null }

export function coverOf(report: ReportRow): CoverProps {
  return { day: monthDayText(dateOf(report)), author: report.author_name, figures: report.figures }
}

/** Below a width of 256 px it shows only the face, beside the play button. */
export function Cover({ day, author, figures }: CoverProps) {
  const score = figures?.score ?? null
  return (
    <div aria-hidden="true" style={BACKGROUND} className="@container absolute inset-0 text-left">
      <Pulse />
      {author !== null && (
        <div className="absolute inset-0 flex items-center p-1.5 @3xs:hidden">
          <FramedFace author={author} />
        </div>
      )}
      <div className="absolute inset-0 hidden flex-col justify-between p-4 @3xs:flex @lg:p-6">
        <div className="flex items-start justify-between gap-3">
          <p className="text-xl font-semibold @lg:text-2xl">
            {day}
            <span className="block text-sm font-medium" style={{ opacity: 0.85, letterSpacing: 0 }}>
              Your week
            </span>
          </p>
          {score !== null && <Score score={score} />}
        </div>
        {author !== null && (
          <p className="flex items-center gap-2.5 text-sm font-medium">
            <FramedFace author={author} />
            {author}
          </p>
        )}
      </div>
    </div>
  )
}

function FramedFace({ author }: { author: string }) {
  return (
    <span style={EDGE}>
      <Face name={author} size="md" />
    </span>
  )
}

const RADIUS = 21
const LENGTH = 2 * Math.PI * RADIUS

/** The week's score in a ring. The cover's other corner has the day. */
function Score({ score }: { score: number }) {
  return (
    <span className="flex shrink-0 flex-col items-center gap-1 text-xs font-medium">
      <Ring score={score} />
      <span style={{ opacity: 0.85 }}>Performance</span>
    </span>
  )
}

function Ring({ score }: { score: number }) {
  return (
    <svg viewBox="0 0 48 48" width={48} height={48} fill="none">
      <circle cx="24" cy="24" r={RADIUS} stroke="#ffffff33" strokeWidth="4" />
      <circle
        cx="24"
        cy="24"
        r={RADIUS}
        stroke="#fff"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray={`${(score / 100) * LENGTH} ${LENGTH}`}
        transform="rotate(-90 24 24)"
      />
      <text x="24" y="29" textAnchor="middle" fill="#fff" fontSize="15" fontWeight="600">
        {score}
      </text>
    </svg>
  )
}

/** The line of the product's logo, over the whole width. */
function Pulse() {
  return (
    <svg
      viewBox="4 6 24 20"
      preserveAspectRatio="none"
      fill="none"
      stroke="#ffffff2b"
      strokeWidth="2"
      strokeLinejoin="round"
      style={BELOW_THE_DAY}
      className="absolute"
    >
      <path d={PULSE_PATH} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

type ThumbnailProps = { report: ReportRow; poster: string; length: string | null }

/** The poster or the drawn card in 96 x 54 px, with the length of the video. */
export function Thumbnail({ report, poster, length }: ThumbnailProps) {
  const hasVideo = report.video_kind !== ''
  return (
    <span className="relative aspect-video w-24 shrink-0 overflow-hidden rounded-md">
      <span
        aria-hidden="true"
        style={hasVideo ? BACKGROUND : undefined}
        className={cx(
          'absolute inset-0',
          !hasVideo && 'rounded-md border border-primary-line bg-primary-soft text-primary-ink',
        )}
      >
        {hasVideo && <Pulse />}
        {!hasVideo && (
          <span className="absolute inset-0 flex items-center justify-center">
            <FileText size={20} />
          </span>
        )}
      </span>
      {poster !== '' && <img src={poster} alt="" className="absolute inset-0 size-full object-cover" />}
      {hasVideo && (
        <span className="absolute inset-0 flex items-center justify-center">
          <span className="sr-only">With video{length !== null && ', '}</span>
          {length === null ? (
            <PlayCircle className="size-6" icon="size-3.5" />
          ) : (
            <PlayCircle className="tabular h-6 gap-1 px-2 text-xs font-semibold" icon="size-3">
              {length}
            </PlayCircle>
          )}
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
