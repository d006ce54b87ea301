// Points gained or lost: an arrow, the word and the number; without a colour if the change is noise.
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'

import { cx } from '../../../ui/cx'
import { type Change, pointsText } from '../rules'

/** `since` is the end of the sentence, such as `since last week`. Without it, the change is since the last scan. */
export function ChangeLine({
  change,
  since,
}: {
  change: Omit<Change, 'word'> & { word: string }
  since?: string
}) {
  const { points, isNoise, word } = change
  const Arrow = points > 0 ? ArrowUp : points < 0 ? ArrowDown : ArrowRight
  const tone = isNoise ? 'text-ink-2' : points > 0 ? 'text-good' : 'text-bad'
  return (
    <p className={cx('flex flex-wrap items-center gap-x-1.5 text-sm', tone)}>
      <Arrow size={15} aria-hidden="true" />
      <span className="font-medium first-letter:uppercase">{word}</span>
      <span className="tabular text-ink-2">
        {points !== 0 && `${pointsText(change)} `}
        {since ?? <span className="sr-only">since the last scan</span>}
      </span>
    </p>
  )
}
