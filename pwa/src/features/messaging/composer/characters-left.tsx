// Shows how many characters are left once a message is nearly full.
import { cx } from '../../../ui/cx'
import { lengthOf, MAX_CHARACTERS } from '../mutations'

const NEAR = 1_000

export function CharactersLeft({ text, className }: { text: string; className?: string }) {
  const left = MAX_CHARACTERS - lengthOf(text)
  if (left > NEAR) return null
  return (
    <p role="status" className={cx('tabular text-xs', left < 0 ? 'text-bad' : 'text-ink-3', className)}>
      {left < 0
        ? `${Math.abs(left).toLocaleString('en-US')} characters too long`
        : `${left.toLocaleString('en-US')} characters left`}
    </p>
  )
}
