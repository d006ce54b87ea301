// A report's performance score with its change against the week before, such as `Performance 91 +6`.
import type { Figures } from '../../../db/rows/reports'
import { cx } from '../../../ui/cx'
import { changeOf, TONES } from '../rules'

/** Renders nothing without a score. The score is of the report's day; the row shows the day beside it. */
export function ScoreChip({ figures }: { figures: Figures | null }) {
  if (figures === null || figures.score === null) return null
  const { score, score_before } = figures
  const change = changeOf(score, score_before)
  return (
    <span
      title={`Performance score: ${score} of 100${change === null ? '' : `, ${change.text} since the week before`}`}
      className="tabular inline-flex h-6 items-center gap-1.5 rounded-full whitespace-nowrap border border-line bg-sunken px-2 text-sm font-semibold text-ink"
    >
      <span aria-hidden="true">
        <span className="font-normal text-ink-2">Performance</span> {score}
      </span>
      {change !== null && change.points !== 0 && (
        <span aria-hidden="true" className={cx('text-xs', TONES[change.tone])}>
          {change.points > 0 ? '+' : '−'}
          {Math.abs(change.points)}
        </span>
      )}
      <span className="sr-only">
        Performance score: {score}
        {change !== null && `, ${change.text}`}
      </span>
    </span>
  )
}
