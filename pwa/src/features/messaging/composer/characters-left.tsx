// Shows how many characters are left once a message is nearly full.
import { numberText } from '../../../lib/text/numbers'
import { cx } from '../../../ui/cx'
import { lengthOf, MAX_CHARACTERS } from '../mutations'

const NEAR = 1_000

export function CharactersLeft({ text, className }: { text: string; className?: string }) {
  const left = MAX_CHARACTERS - lengthOf(text)
  if (left > NEAR) return null
  return (
    <p role="status" className={cx('tabular text-xs', left < 0 ? 'text-bad' : 'text-ink-3', className)}>
      {left < 0 ? `${numberText(Math.abs(left))} characters too long` : `${numberText(left)} characters left`}
    </p>
  )
}
