// Panel "Why did the score move?": the differences between the last two results.
import { ChevronDown } from 'lucide-react'

import type { ScoreRow } from '../../../db/rows/performance'
import { countedText } from '../../../lib/text/numbers'
import { dateTimeText } from '../../../lib/text/times'
import { useMedia } from '../../../ui/hooks/use-media'
import { Panel } from '../panel'

/** The reasons that show at once, the weightiest ones. A single further reason shows too. */
const FIRST = 2

export function WhyPanel({ score }: { score: ScoreRow }) {
  const isPrint = useMedia('print')
  const shown = score.reasons.length <= FIRST + 1 ? score.reasons.length : FIRST
  return (
    <Panel title="Why did the score move?">
      {score.verdict === 'first' && (
        <p className="mb-2 text-base text-ink-2 last:mb-0">
          This is the first scan of this website. The next one is compared with it.
        </p>
      )}
      {score.reasons.length > 0 && (
        <>
          <Reasons reasons={score.reasons.slice(0, shown)} />
          {score.reasons.length > shown && (
            <details open={isPrint} className="group">
              <summary className="flex min-h-control-small w-fit cursor-pointer list-none items-center rounded-sm text-sm font-medium text-ink-2 [&::-webkit-details-marker]:hidden">
                {countedText(score.reasons.length - shown, 'more reason')}
                <ChevronDown
                  size={14}
                  aria-hidden="true"
                  className="ml-1 transition-transform group-open:rotate-180"
                />
              </summary>
              <Reasons reasons={score.reasons.slice(shown)} />
            </details>
          )}
          {score.previous_at !== null && (
            <p className="mt-2 text-xs text-ink-3">
              Compared with the scan of {dateTimeText(score.previous_at)} ({score.previous_score})
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-2 text-base text-ink">
      {reasons.map((reason) => (
        <li
          key={reason}
          className="flex gap-2.5 break-words before:mt-2 before:size-1.5 before:shrink-0 before:rounded-full before:bg-ink-3"
        >
          <span className="min-w-0">{reason}</span>
        </li>
      ))}
    </ul>
  )
}
