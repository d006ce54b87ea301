// A score of 0 to 100 as a ring around its number, in the colour of its rating.
import { ratingOf, type Tone } from '../../../lib/text/ratings'

const STROKES: Record<Tone, string> = { good: 'stroke-good', warn: 'stroke-warn', bad: 'stroke-bad' }
const RADIUS = 44
const LENGTH = 2 * Math.PI * RADIUS

/** `size` is in px. Show the rating's word beside the ring, because colour alone is not accessible. */
export function ScoreRing({ score, size }: { score: number; size: number }) {
  const { tone } = ratingOf(score)
  return (
    <div
      className="relative inline-flex shrink-0 items-center justify-center"
      style={{ width: size, height: size }}
    >
      <svg
        viewBox="0 0 100 100"
        width={size}
        height={size}
        aria-hidden="true"
        className="-rotate-90"
        fill="none"
      >
        <circle cx="50" cy="50" r={RADIUS} className="stroke-pressed" strokeWidth="8" />
        {score > 0 && (
          <circle
            cx="50"
            cy="50"
            r={RADIUS}
            className={STROKES[tone]}
            strokeWidth="8"
            strokeLinecap="round"
            strokeDasharray={`${(score / 100) * LENGTH} ${LENGTH}`}
          />
        )}
      </svg>
      <p className="tabular absolute text-center">
        <span className={size >= 96 ? 'text-3xl font-semibold text-ink' : 'text-xl font-semibold text-ink'}>
          {score}
        </span>
        <span className="sr-only"> out of 100</span>
      </p>
    </div>
  )
}
