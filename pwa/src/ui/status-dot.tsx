// A dot that repeats in colour what the words beside it say.
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
  return <span aria-hidden="true" className={cx('inline-block size-2 shrink-0 rounded-full', TONES[tone])} />
}
