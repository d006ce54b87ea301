// The history of scores as a line over the rating bands, with a noise band. Keyboard users can read each
// point.
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

import { monthDayText } from '../../../lib/text/days'
import { dateTimeText } from '../../../lib/text/times'
import { FigureArea } from '../figure'
import {
  type Frame,
  frameOf,
  labelFilter,
  lineOf,
  noiseBandOf,
  placePoints,
  type PlacedPoint,
  runsOf,
  yOf,
} from './chart'
import { GAP_TEXT, type Point } from './points'
import { FAIR, GOOD, ratingOf, SCAN, type Tone } from '../../../lib/text/ratings'
import { hasModifier } from '../../hooks/has-modifier'
import { useWidth } from '../../hooks/use-width'

const BANDS: { from: number; to: number; fill: string }[] = [
  { from: GOOD, to: 100, fill: 'fill-good' },
  { from: FAIR, to: GOOD, fill: 'fill-warn' },
  { from: 0, to: FAIR, fill: 'fill-bad' },
]
/**
 * The width in px of a band's strong edge, which shows the rating's colour. The rest of the band is a light
 * tint behind the line.
 */
const EDGE = 3
const DOTS: Record<Tone, string> = { good: 'fill-good', warn: 'fill-warn', bad: 'fill-bad' }

/** The text of a point, such as `Fri, Nov 20, 2026, 3:05 PM: 74, Needs Improvement` */
function pointText(point: Point): string {
  const text = point.is === 'score' ? `${point.score}, ${ratingOf(point.score).word}` : GAP_TEXT[point.reason]
  return `${dateTimeText(point.at)}: ${text}`
}

/** The chosen point. A point with a score is a figure, about which the user can ask a question. */
function ChosenPoint({ point, children }: { point: Point; children: ReactNode }) {
  if (point.is !== 'score') return children
  return (
    <FigureArea
      label="Performance score"
      value={String(point.score)}
      period={`scan of ${monthDayText(point.at)}, on a phone`}
      source={SCAN}
      asOf={point.at}
      age={`As of ${dateTimeText(point.at)}`}
    >
      {children}
    </FigureArea>
  )
}

export function HistoryChart({ points }: { points: readonly Point[] }) {
  const box = useRef<HTMLDivElement>(null)
  const frame = frameOf(useWidth(box, window.innerWidth < 640 ? 320 : 640))
  const placed = placePoints(points, frame)
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = chosen !== null && chosen < points.length ? chosen : points.length - 1
  const dots = useRef<(SVGGElement | null)[]>([])
  // A pressed point stays chosen until the pointer enters the chart again, because the path to the button
  // below may cross other points.
  const isHeld = useRef(false)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setChosen(null)
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: points.length - 1 }[event.key]
    if (hasModifier(event) || to === undefined || to < 0 || to >= points.length) return
    event.preventDefault()
    setChosen(to)
    dots.current[to]?.focus()
  }
  const point = points[shown]
  return (
    <figure ref={box} className="min-w-0">
      <svg
        width={frame.width}
        height={frame.height}
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="group"
        aria-label="Score history, use the arrow keys"
        onKeyDown={onKeyDown}
        onPointerEnter={() => (isHeld.current = false)}
        className="block overflow-visible"
      >
        <Bands frame={frame} />
        {runsOf(placed).map((run) => (
          <g key={run[0]?.point.id} aria-hidden="true">
            <path d={noiseBandOf(run, frame)} className="fill-primary-ink opacity-15" />
            <path
              d={lineOf(run)}
              className="stroke-primary-ink"
              fill="none"
              strokeWidth="2"
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          </g>
        ))}
        <Days placed={placed} frame={frame} />
        {placed.map((placedPoint, index) => (
          <g
            key={placedPoint.point.id}
            ref={(node) => {
              dots.current[index] = node
            }}
            role="img"
            aria-label={pointText(placedPoint.point)}
            tabIndex={index === shown ? 0 : -1}
            onFocus={() => setChosen(index)}
            onPointerEnter={() => {
              if (!isHeld.current) setChosen(index)
            }}
            onPointerDown={() => {
              isHeld.current = true
              setChosen(index)
            }}
          >
            <Dot placedPoint={placedPoint} isShown={index === shown} />
          </g>
        ))}
      </svg>
      {point !== undefined && (
        <figcaption className="mt-1 flex text-sm text-ink-2">
          <ChosenPoint point={point}>
            <p aria-live="polite" className="tabular py-1">
              {pointText(point)}
            </p>
          </ChosenPoint>
        </figcaption>
      )}
    </figure>
  )
}

function Bands({ frame }: { frame: Frame }) {
  const width = frame.width - frame.left - frame.right
  return (
    <g aria-hidden="true">
      {BANDS.map(({ from, to, fill }) => (
        <g key={from} className={fill}>
          {[width, EDGE].map((wide) => (
            <rect
              key={wide}
              x={frame.left}
              y={yOf(frame, to)}
              width={wide}
              height={yOf(frame, from) - yOf(frame, to)}
              opacity={wide === EDGE ? 0.8 : 0.05}
            />
          ))}
        </g>
      ))}
      {[0, FAIR, GOOD, 100].map((score) => (
        <g key={score}>
          <line
            x1={frame.left}
            x2={frame.left + width}
            y1={yOf(frame, score)}
            y2={yOf(frame, score)}
            className="stroke-line"
          />
          <text
            x={frame.left - 7}
            y={yOf(frame, score) + (score === 100 ? 2 : 4)}
            textAnchor="end"
            className="tabular fill-ink-3 text-xs"
          >
            {score}
          </text>
        </g>
      ))}
    </g>
  )
}

function Days({ placed, frame }: { placed: readonly PlacedPoint[]; frame: Frame }) {
  const isLabelled = labelFilter(
    placed.map(({ point }) => monthDayText(point.at)),
    frame.width,
  )
  return (
    <g aria-hidden="true">
      {placed.map(({ point, x }, index) =>
        isLabelled(index) ? (
          <text
            key={point.id}
            x={x}
            y={frame.height - 8}
            textAnchor="middle"
            className="tabular fill-ink-3 text-xs"
          >
            {monthDayText(point.at)}
          </text>
        ) : null,
      )}
    </g>
  )
}

/**
 * A dot for a score, or a cross at the bottom for a scan without a score. The large transparent circle is the
 * touch target.
 */
function Dot({ placedPoint: { point, x, y }, isShown }: { placedPoint: PlacedPoint; isShown: boolean }) {
  return (
    <>
      <circle cx={x} cy={y} r={22} className="fill-transparent" />
      {point.is === 'score' ? (
        <circle
          cx={x}
          cy={y}
          r={isShown ? 6 : 4.5}
          className={`${DOTS[ratingOf(point.score).tone]} stroke-surface`}
          strokeWidth="2"
        />
      ) : (
        <path
          d={`M${x - 4} ${y - 12}l8 8m0 -8l-8 8`}
          className="stroke-ink-2"
          strokeWidth="2"
          strokeLinecap="round"
        />
      )}
    </>
  )
}
