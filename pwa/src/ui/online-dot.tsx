// A green dot that shows that a user is online.
import { cx } from './cx'

export function OnlineDot({ className = '' }: { className?: string }) {
  return (
    <span
      role="img"
      aria-label="Online"
      title="Online"
      className={cx(
        'inline-block size-2.5 forced-color-adjust-none shrink-0 rounded-full border-2 border-surface bg-good',
        className,
      )}
    />
  )
}
