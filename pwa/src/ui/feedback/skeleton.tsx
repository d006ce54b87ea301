// A grey placeholder for loading content, so that nothing shifts when the content arrives.
import { cx } from '../cx'

export function Skeleton({ className }: { className?: string }) {
  // `:where` has no specificity, so any radius in `className` overrides this one.
  return (
    <div aria-hidden="true" className={cx('animate-shimmer bg-pressed [:where(&)]:rounded-sm', className)} />
  )
}
