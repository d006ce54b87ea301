// A grey shape where content will stand, so that nothing jumps when it comes.
import { cx } from '../cx'

export function Skeleton({ className }: { className?: string }) {
  // Any corner that is asked for wins over the small one.
  return <div aria-hidden="true" className={cx('animate-shimmer bg-pressed [:where(&)]:rounded-sm', className)} />
}
