// The reasons why a client needs attention, on one line: each with its age, in order of weight.
import { BellOff, Flame } from 'lucide-react'

import type { AttentionRow } from '../../../db/rows/admin'
import { timeText } from '../../../lib/text/days'
import { cx } from '../../../ui/cx'
import { reasonText } from './reason-text'

export function Reasons({
  attention,
  now,
  className,
}: {
  attention: AttentionRow
  now: number
  className?: string
}) {
  const text = attention.reasons.map((reason) => reasonText(reason, now)).join(' · ')
  const off = attention.snoozed_until
  const Icon = off === null ? Flame : BellOff
  const label = off === null ? text : `Snoozed until ${timeText(off, now)}: ${text}`
  return (
    <p
      title={off === null ? `${attention.points} points: ${text}` : label}
      className={cx(
        'flex min-w-0 items-center gap-1 text-xs',
        off === null ? 'text-warn' : 'text-ink-3',
        className,
      )}
    >
      <Icon size={12} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{label}</span>
    </p>
  )
}
