// The figure that a message asks about, with the value that its sender saw.
import { ChartNoAxesColumn, X } from 'lucide-react'

import type { MessageCard as Card } from '../../../db/rows/messages'
import { dateTimeText } from '../../../lib/text/times'
import { IconButton } from '../../../ui/button'
import { cx } from '../../../ui/cx'

/** `onRemove` is set only while the message is being written. */
export function MessageCard({
  card,
  onRemove,
  className,
}: {
  card: Card
  onRemove?: () => void
  className?: string
}) {
  const { label, value, period, as_of, source } = card
  return (
    <div
      role="group"
      aria-label={`About: ${label}`}
      className={cx('flex max-w-full gap-3 rounded-md border border-line bg-surface px-3 py-2', className)}
    >
      <ChartNoAxesColumn size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-primary-ink" />
      <div className="min-w-0 flex-1">
        <p className="text-sm break-words text-ink-2">{label}</p>
        <p className="tabular text-xl leading-tight font-semibold break-words text-ink">{value}</p>
        <p className="text-xs break-words text-ink-3">
          {source}, {period}
        </p>
        <p className="text-xs text-ink-3">
          {as_of === null ? 'Not measured yet' : `As of ${dateTimeText(as_of)}`}
        </p>
      </div>
      {onRemove !== undefined && (
        <IconButton label="Remove the figure" size="sm" onClick={onRemove} className="-mt-1 -mr-2">
          <X size={16} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
