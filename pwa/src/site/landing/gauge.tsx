// A score as a ring in the colour of its band.
import { cx } from '../../ui/cx'

const RADIUS = 42
const CIRCUMFERENCE = 2 * Math.PI * RADIUS

/** The band of a score, as in the specification: 90 and more, 50 and more, or less. */
export function bandOf(score: number): { name: string; color: string } {
  if (score >= 90) return { name: 'Good', color: 'var(--good)' }
  if (score >= 50) return { name: 'Needs Improvement', color: 'var(--warn)' }
  return { name: 'Poor', color: 'var(--bad)' }
}

export function Gauge({ score, className }: { score: number; className?: string }) {
  const { color } = bandOf(score)
  return (
    <svg viewBox="0 0 100 100" className={cx('shrink-0', className)} aria-hidden="true">
      <circle
        cx="50"
        cy="50"
        r={RADIUS}
        fill={color}
        fillOpacity="0.08"
        stroke={color}
        strokeOpacity="0.18"
        strokeWidth="8"
      />
      <circle
        cx="50"
        cy="50"
        r={RADIUS}
        fill="none"
        stroke={color}
        strokeWidth="8"
        strokeLinecap="round"
        strokeDasharray={`${((CIRCUMFERENCE * score) / 100).toFixed(1)} ${CIRCUMFERENCE.toFixed(1)}`}
        transform="rotate(-90 50 50)"
      />
      <text
        x="50"
        y="61"
        textAnchor="middle"
        fontSize="32"
        fontWeight="700"
        fill={color}
        letterSpacing="-1.5"
      >
        {score}
      </text>
    </svg>
  )
}
