// A small line chart without axes, beside a figure. It is decorative, so show the change in words too.

const WIDTH = 72
const HEIGHT = 18
/** The space around the line, for the dot at its end. */
const MARGIN = 4
/**
 * The container has no width in a parent that is narrower than 8.5 rem, because the text would leave only a
 * few pixels for it.
 */
const CONTAINER = {
  containerType: 'inline-size',
  width: `clamp(0px, (100% - 8.5rem) * 1000, ${WIDTH + 2 * MARGIN}px)`,
  height: HEIGHT + 2 * MARGIN,
} as const
/** The line is hidden below 60 px, because it would be too narrow to read. */
const SIZE = { width: 'clamp(0px, (100cqw - 60px) * 1000, 100cqw)', height: '100%' }
const VIEW = [-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN].join(' ')

/** Fewer values do not show a trend. */
const MIN_VALUES = 4

/** Renders nothing for too few values. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < MIN_VALUES) return null
  const least = Math.min(...values)
  const range = Math.max(...values) - least || 1
  const points = values.map(
    (value, index) =>
      `${(index / (values.length - 1)) * WIDTH},${HEIGHT - ((value - least) / range) * HEIGHT}`,
  )
  const last = points.at(-1) ?? ''
  return (
    <div aria-hidden="true" style={CONTAINER} className="min-w-0">
      <svg
        viewBox={VIEW}
        preserveAspectRatio="none"
        fill="none"
        stroke="var(--primary-ink)"
        strokeLinecap="round"
        strokeLinejoin="round"
        style={SIZE}
      >
        <polyline points={points.join(' ')} strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
        {/* A line without a length is a round dot, even if the picture is stretched. */}
        <polyline points={`${last} ${last}`} strokeWidth={6} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  )
}
