// Shows how many characters are left once a message is nearly full.
import { MESSAGE_MAX } from '../../lib/limits.gen'
import { lengthOf } from '../../lib/text/message-text'
import { countedText } from '../../lib/text/numbers'
import { cx } from '../cx'

/** The number is shown from this many characters on. */
const SHOWN_FROM = 1_000

export function CharactersLeft({ text, className }: { text: string; className?: string }) {
  const left = MESSAGE_MAX - lengthOf(text)
  if (left > SHOWN_FROM) return null
  return (
    <p role="status" className={cx('tabular text-xs', left < 0 ? 'text-bad' : 'text-ink-3', className)}>
      {left < 0 ? `${countedText(-left, 'character')} too long` : `${countedText(left, 'character')} left`}
    </p>
  )
}
