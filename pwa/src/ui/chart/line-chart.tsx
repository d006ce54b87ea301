// A line chart over days, with a thin line for an earlier period. It opens with the last day. Users can read its
// points with the pointer, the arrow keys or a screen reader, or as a table.
import { useId, useState } from 'react'

import { numberText } from '../../lib/text/numbers'
import { cx } from '../cx'
import { type Amount, type ChartPoint, type Columns, DataTable } from './data-table'
import { FigureArea, type FigureProps } from './figure'
import { LinePlot } from './line-plot'
import { TableButton } from './table-button'
import { usePointSelection } from './use-point-selection'

type LineChartProps = {
  /** The chart's name, for the table and for screen readers. */
  title: string
  /** Whether the title is also visible above the chart. */
  hasTitle?: boolean
  /** Column headings of the table; the last one is the earlier period. */
  columns: Columns
  /** The names of both periods, for the legend. */
  periods: readonly [string, string]
  points: readonly ChartPoint[]
  /** Context of the points for questions about one of them. */
  about: Pick<FigureProps, 'asOf' | 'age' | 'source'>
}

/** The chart is higher on a wide screen. */
const HEIGHT = 'clamp(10rem, 24vw, 12rem)'
/** The height of an axis label. Its middle is at the line that it labels. */
const LABEL = '1rem'

/** The y axis goes from 0 to a round number above the highest value. */
export function LineChart({ title, hasTitle = false, columns, periods, points, about }: LineChartProps) {
  const [isTable, setTable] = useState(false)
  const tableId = useId()
  const last = points.length - 1
  const { current, handlers } = usePointSelection(last)
  const point = points[current]
  const isCompared = points.every(({ previous }) => previous !== undefined)
  const top = roundTop(Math.max(...points.flatMap(({ value, previous }) => [value, previous?.value ?? 0])))
  if (point === undefined) return null
  return (
    <figure>
      <div className="flex items-start justify-between gap-3">
        <div aria-hidden="true" className="min-w-0">
          {hasTitle && <p className="text-base font-medium text-ink">{title}</p>}
          <p className="tabular flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
            <Series isSolid name={periods[0]} />
            {isCompared && <Series name={periods[1]} />}
          </p>
        </div>
        <TableButton
          isTable={isTable}
          chartTitle={title}
          tableId={tableId}
          className="-mt-1 -mr-2.5"
          onToggle={() => setTable(!isTable)}
        />
      </div>
      <div className={cx('mt-2 flex gap-2', isTable && 'hidden')}>
        <ValueAxis top={top} />
        <div className="min-w-0 flex-1">
          <div
            role="slider"
            tabIndex={0}
            aria-label={title}
            aria-valuemin={0}
            aria-valuemax={last}
            aria-valuenow={current}
            aria-valuetext={spokenText(point)}
            {...handlers}
            style={{ height: HEIGHT }}
            className="relative [touch-action:pan-y] rounded-sm"
          >
            <LinePlot points={points} top={top} isCompared={isCompared} current={current} />
          </div>
          <DayAxis points={points} />
        </div>
      </div>
      <div id={tableId} className={cx('mt-2 print:block', !isTable && 'hidden')}>
        <DataTable title={title} columns={columns} points={points} />
      </div>
      <div className="mt-1 -mb-2 flex min-h-control-small items-center justify-end print:hidden">
        <FigureArea {...about} label={columns[1]} value={point.text} period={point.label}>
          <p className="tabular py-1 text-right text-sm text-ink-2">
            <PointText {...point} />
            {isCompared && point.previous && (
              <>
                {' · '}
                <PointText {...point.previous} />
              </>
            )}
          </p>
        </FigureArea>
      </div>
    </figure>
  )
}

/** The labels of the top, the middle and the bottom line. */
function ValueAxis({ top }: { top: number }) {
  return (
    <div
      aria-hidden="true"
      style={{ height: `calc(${HEIGHT} + ${LABEL})`, lineHeight: LABEL, margin: `calc(${LABEL} / -2) 0` }}
      className="tabular flex w-9 shrink-0 flex-col justify-between text-right text-xs text-ink-3"
    >
      <span>{numberText(top)}</span>
      <span>{numberText(top / 2)}</span>
      <span>0</span>
    </div>
  )
}

/** The labels of the first, the middle and the last day. */
function DayAxis({ points }: { points: readonly ChartPoint[] }) {
  const last = points.length - 1
  return (
    <div aria-hidden="true" className="mt-2 flex justify-between text-xs text-ink-3">
      <span>{points[0]?.label}</span>
      {last > 3 && <span>{points[Math.round(last / 2)]?.label}</span>}
      <span>{points[last]?.label}</span>
    </div>
  )
}

/** A line of the legend, with its period's name. */
function Series({ name, isSolid = false }: { name: string; isSolid?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        style={{ width: 16, borderTop: isSolid ? '2px solid var(--primary-ink)' : '1px dashed var(--ink-3)' }}
        className="shrink-0"
      />
      {name}
    </span>
  )
}

function PointText({ label, text }: Amount) {
  return (
    <>
      {label}: <strong className="font-semibold text-ink">{text}</strong>
    </>
  )
}

/** `Fri, Nov 20: 71, compared with 60 on Fri, Oct 23` */
function spokenText({ label, text, previous }: ChartPoint): string {
  const own = `${label}: ${text}`
  return previous === undefined ? own : `${own}, compared with ${previous.text} on ${previous.label}`
}

/**
 * Returns the top of the axis: 1, 2 or 5 times a power of ten, but 2 and 6 in place of 1 and 5, so that the middle
 * line is at a whole number.
 */
function roundTop(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 2)))
  const ceiling = [1, 2, 5, 10].map((times) => times * power).find((top) => top >= max) ?? max
  return 2 * Math.ceil(ceiling / 2)
}
