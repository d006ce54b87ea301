// A line chart over days, with a thin line of the period before. Readable by pointer, arrow keys and screen
// reader, and as a table.
import { area, line } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'

import { numberText } from '../../lib/text/numbers'
import { Button } from '../button'
import { cx } from '../cx'
import { type ChartPoint, type Columns, DataTable } from './data-table'
import { FigureArea, type FigureProps } from './figure'

type LineChartProps = {
  /** The chart's name, for the table and for screen readers. */
  title: string
  /** Column headings of the table; the last one is the previous period. */
  columns: Columns
  /** The names of both periods, for the legend. */
  periods: readonly [string, string]
  points: readonly ChartPoint[]
  /** Context of the points for questions about one of them. */
  about: Pick<FigureProps, 'asOf' | 'age' | 'source'>
}

const WIDTH = 600
const HEIGHT = 160
/** Higher on a wide screen. */
const TALL = 'clamp(10rem, 24vw, 13rem)'
/** The height of an axis label, whose middle is at its line. */
const LABEL = '1rem'
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: -7,
  PageDown: 7,
}

/** The y axis goes from 0 to a round number above the highest value. */
export function LineChart({ title, columns, periods, points, about }: LineChartProps) {
  // The chosen point stays until another one is chosen or Esc is pressed, because the pointer leaves the
  // chart on its way to the button.
  const [at, setAt] = useState<number | null>(null)
  // A pressed point stays chosen until the pointer enters the chart again, because the path to the button may
  // cross the chart.
  const isHeld = useRef(false)
  const [asTable, setAsTable] = useState(false)
  const tableId = useId()
  const last = points.length - 1
  const index = Math.min(at ?? last, last)
  const point = points[index]
  const isCompared = points.every(({ previous }) => previous !== undefined)
  const top = roundTop(Math.max(...points.flatMap(({ value, previous }) => [value, previous?.value ?? 0])))
  const x = (place: number) => (last === 0 ? WIDTH / 2 : (place / last) * WIDTH)
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  const outline = points.map(({ value }, place): [number, number] => [x(place), y(value)])
  const before = points.map(({ previous }, place): [number, number] => [x(place), y(previous?.value ?? 0)])

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    if (box.width > 0) setAt(clamped(Math.round(((event.clientX - box.left) / box.width) * last), last))
  }
  const hold = (event: PointerEvent<HTMLDivElement>) => {
    isHeld.current = true
    follow(event)
  }
  const release = () => {
    isHeld.current = false
  }
  const hover = (event: PointerEvent<HTMLDivElement>) => {
    if (!isHeld.current || event.buttons > 0) follow(event)
  }
  const step = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && at !== null) {
      event.stopPropagation()
      release()
      setAt(null)
    }
    const by = event.key === 'Home' ? -last : event.key === 'End' ? last : STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    setAt(clamped(index + by, last))
  }

  if (point === undefined) return null
  return (
    <figure>
      <figcaption
        aria-hidden="true"
        className="tabular flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2"
      >
        <Series isSolid name={periods[0]} point={at === null ? undefined : point} />
        {isCompared && <Series name={periods[1]} point={at === null ? undefined : point.previous} />}
      </figcaption>
      <div className={cx('mt-2 flex gap-2', asTable && 'hidden')}>
        <div
          aria-hidden="true"
          style={{ height: `calc(${TALL} + ${LABEL})`, lineHeight: LABEL, margin: `calc(${LABEL} / -2) 0` }}
          className="tabular flex w-9 shrink-0 flex-col justify-between text-right text-xs text-ink-3"
        >
          <span>{numberText(top)}</span>
          <span>{numberText(top / 2)}</span>
          <span>0</span>
        </div>
        <div className="min-w-0 flex-1">
          <div
            role="slider"
            tabIndex={0}
            aria-label={title}
            aria-valuemin={0}
            aria-valuemax={last}
            aria-valuenow={index}
            aria-valuetext={spokenText(point)}
            onKeyDown={step}
            onPointerEnter={release}
            onPointerMove={hover}
            onPointerDown={hold}
            style={{ height: TALL }}
            className="relative [touch-action:pan-y] rounded-sm"
          >
            <svg
              aria-hidden="true"
              viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
              preserveAspectRatio="none"
              className="absolute inset-0 h-full w-full overflow-visible"
            >
              <path d={area().y0(HEIGHT)(outline) ?? ''} fill="var(--primary-soft)" />
              {[0, HEIGHT / 2, HEIGHT].map((height) => (
                <line
                  key={height}
                  x1={0}
                  x2={WIDTH}
                  y1={height}
                  y2={height}
                  stroke="var(--line)"
                  vectorEffect="non-scaling-stroke"
                />
              ))}
              {isCompared && (
                <path
                  d={line()(before) ?? ''}
                  fill="none"
                  stroke="var(--ink-3)"
                  strokeWidth={1.25}
                  strokeDasharray="3 3"
                  vectorEffect="non-scaling-stroke"
                />
              )}
              <path
                d={line()(outline) ?? ''}
                fill="none"
                stroke="var(--primary)"
                strokeWidth={2}
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
              {at !== null && (
                <line
                  x1={x(index)}
                  x2={x(index)}
                  y1={0}
                  y2={HEIGHT}
                  stroke="var(--line-strong)"
                  vectorEffect="non-scaling-stroke"
                />
              )}
            </svg>
            <span
              aria-hidden="true"
              style={{ left: `${(x(index) / WIDTH) * 100}%`, top: `${(y(point.value) / HEIGHT) * 100}%` }}
              className="absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface bg-primary"
            />
          </div>
          <div aria-hidden="true" className="mt-2 flex justify-between text-xs text-ink-3">
            <span>{points[0]?.label}</span>
            {last > 3 && <span>{points[Math.round(last / 2)]?.label}</span>}
            <span>{points[last]?.label}</span>
          </div>
        </div>
      </div>
      <div id={tableId} className={cx('mt-2 print:block', !asTable && 'hidden')}>
        <DataTable title={title} columns={columns} points={points} />
      </div>
      <div className="mt-1 -mb-2 flex items-center justify-between gap-3">
        <Button
          size="sm"
          tone="quiet"
          aria-expanded={asTable}
          aria-controls={tableId}
          className="-ml-2.5"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
        {at !== null && (
          <FigureArea {...about} label={columns[1]} value={point.text} period={point.label}>
            <p className="py-1 text-sm text-ink-2">
              {point.label}: <strong className="font-semibold text-ink">{point.text}</strong>
            </p>
          </FigureArea>
        )}
      </div>
    </figure>
  )
}

/** A line of the legend: the period's name, or the chosen day of it with its value. */
function Series({
  name,
  point,
  isSolid = false,
}: {
  name: string
  point: Pick<ChartPoint, 'label' | 'text'> | undefined
  isSolid?: boolean
}) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        style={{ width: 16, borderTop: isSolid ? '2px solid var(--primary)' : '1px dashed var(--ink-3)' }}
        className="shrink-0"
      />
      {point === undefined ? (
        name
      ) : (
        <span>
          {point.label}: <strong className="font-semibold text-ink">{point.text}</strong>
        </span>
      )}
    </span>
  )
}

/** `Fri, Nov 20: 71, compared with 60 on Wed, Oct 21` */
function spokenText({ label, text, previous }: ChartPoint): string {
  const own = `${label}: ${text}`
  return previous === undefined ? own : `${own}, compared with ${previous.text} on ${previous.label}`
}

function clamped(place: number, last: number): number {
  return Math.max(0, Math.min(last, place))
}

/** Returns 1, 2 or 5 times a power of ten, at least 2, so that half of it is a whole number. */
function roundTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 2)))
  const ceiling = [1, 2, 5, 10].map((times) => times * power).find((top) => top >= most) ?? most
  return Math.max(ceiling, 2)
}
