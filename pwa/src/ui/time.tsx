// A time in a short form, such as its age. A tap or a hovering pointer shows the complete time.
import { type ReactNode, useState } from 'react'

import { dateTimeText } from '../lib/text/times'
import { cx } from './cx'

/** `children` is the short form. In a link or a button use `<time>` with `title={dateTimeText(at)}` instead. */
export function Time({ at, children, className }: { at: string; children: ReactNode; className?: string }) {
  const [isFull, setFull] = useState(false)
  return (
    <button
      type="button"
      onClick={() => setFull(!isFull)}
      // The pseudo-element creates a touch target of 44 px without moving the line.
      className={cx('relative text-left after:absolute after:-inset-x-1 after:-inset-y-3.5', className)}
    >
      <time dateTime={at} title={dateTimeText(at)}>
        {isFull ? dateTimeText(at) : children}
      </time>
    </button>
  )
}
