// Panel "Why did the score move?": the differences between the last two results.
import type { ScoreRow } from '../../../db/rows/performance'
import { dateTimeText } from '../../../lib/text/times'
import { Panel } from '../panel'

export function WhyPanel({ score }: { score: ScoreRow }) {
  return (
    <Panel title="Why did the score move?">
      {score.verdict === 'first' && (
        <p className="mb-2 text-base text-ink-2 last:mb-0">
          This is the first scan of this website. The next one is compared with it.
        </p>
      )}
      {score.reasons.length > 0 && (
        <>
          <ul className="flex flex-col gap-2 text-base text-ink">
            {score.reasons.map((reason) => (
              <li
                key={reason}
                className="flex gap-2.5 break-words before:mt-2 before:size-1.5 before:shrink-0 before:rounded-full before:bg-ink-3"
              >
                <span className="min-w-0">{reason}</span>
              </li>
            ))}
          </ul>
          {score.previous_at !== null && (
            <p className="mt-3 text-xs text-ink-3">
              Compared with the scan of {dateTimeText(score.previous_at)} ({score.previous_score})
            </p>
          )}
        </>
      )}
    </Panel>
  )
}
