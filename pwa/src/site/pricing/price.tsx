// The price, for the landing page and the plan card.
import { cx } from '../../ui/cx'

export function Price({ per, className }: { per: string; className?: string }) {
  return (
    <p className={cx('flex items-baseline gap-1.5 text-ink', className)}>
      <span className="text-price font-bold tabular">$99</span>
      <span className="text-lg text-ink-2">{per}</span>
    </p>
  )
}
