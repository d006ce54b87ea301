// A dot that repeats the meaning of the adjacent text as a colour.
import { cx } from './cx'

const TONES = {
  good: 'bg-good',
  busy: 'bg-primary animate-shimmer',
  warn: 'bg-warn',
  bad: 'bg-bad',
  idle: 'bg-ink-3',
}

export type DotTone = keyof typeof TONES

export function StatusDot({ tone }: { tone: DotTone }) {
  return (
    <span
      aria-hidden="true"
      className={cx('inline-block size-2 forced-color-adjust-none shrink-0 rounded-full', TONES[tone])}
    />
  )
}
