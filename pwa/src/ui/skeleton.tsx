// A grey shape where content will stand, so that nothing jumps when it comes.
import { cx } from './cx'

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-shimmer rounded-sm bg-pressed', className)} />
}
