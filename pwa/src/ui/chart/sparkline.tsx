// A small line without axes beside a figure. It is decorative: show the change in words too.

const WIDTH = 72
const HEIGHT = 24

/** Renders nothing for fewer than two values. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const least = Math.min(...values)
  const range = Math.max(...values) - least || 1
  const points = values.map(
    (value, index) =>
      `${(index / (values.length - 1)) * WIDTH},${HEIGHT - ((value - least) / range) * HEIGHT}`,
  )
  const last = points.at(-1)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      fill="none"
      stroke="var(--primary)"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ width: WIDTH, height: HEIGHT }}
      className="min-w-0 overflow-visible"
    >
      <polyline points={points.join(' ')} strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
      {/* A line without a length is a round dot, also if the picture is stretched. */}
      <polyline points={`${last} ${last}`} strokeWidth={6} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
