// The drawing of a line chart: the line and its area, the thin line of the earlier period, and the current
// point.
import { area, line } from 'd3-shape'

import type { ChartPoint } from './data-table'

const WIDTH = 600
const HEIGHT = 160

type LinePlotProps = {
  points: readonly ChartPoint[]
  /** The value at the upper edge; the lower edge is 0. */
  top: number
  isCompared: boolean
  /** The index of the point with the dot and the vertical line. */
  current: number
}

/** Fills its parent, which must be positioned. */
export function LinePlot({ points, top, isCompared, current }: LinePlotProps) {
  const last = points.length - 1
  const x = (index: number) => (last === 0 ? WIDTH / 2 : (index / last) * WIDTH)
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  const outline = points.map(({ value }, index): [number, number] => [x(index), y(value)])
  const before = points.map(({ previous }, index): [number, number] => [x(index), y(previous?.value ?? 0)])
  return (
    <>
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
          stroke="var(--primary-ink)"
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
        <line
          x1={x(current)}
          x2={x(current)}
          y1={0}
          y2={HEIGHT}
          stroke="var(--line-strong)"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {/* The dot is outside the SVG, because the stretched SVG would turn it into an ellipse. */}
      <span
        aria-hidden="true"
        style={{
          left: `${(x(current) / WIDTH) * 100}%`,
          background: 'var(--primary-ink)',
          top: `${(y(points[current]?.value ?? 0) / HEIGHT) * 100}%`,
        }}
        className="absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface"
      />
    </>
  )
}
