// The reasons why a client needs attention, on one line: each with its age, in order of weight, or only the first.
import { BellOff, Flame } from 'lucide-react'

import { timeText } from '../../../lib/text/days'
import { type DirectoryEntry, WAITING } from '../../../live/directory/use-directory'
import { cx } from '../../../ui/cx'
import { reasonsOf, reasonText, toneOf } from './reason-text'

type ReasonsProps = {
  entry: DirectoryEntry
  now: number
  /** False where a notice already shows that the client waits. */
  isWaitShown?: boolean
  /** Shows only the weightiest reason and the number of others. Screen readers and the tooltip get all. */
  isShort?: boolean
}

export function Reasons({ entry, now, isWaitShown = true, isShort = false }: ReasonsProps) {
  const reasons = reasonsOf(entry).filter(({ code }) => isWaitShown || code !== WAITING)
  if (reasons.length === 0) return null
  const texts = reasons.map((reason) => reasonText(reason, now))
  const off = entry.attention?.snoozed_until ?? null
  const Icon = off === null ? Flame : BellOff
  const all = texts.join(' · ')
  const snoozed = off === null ? null : `Snoozed until ${timeText(off, now)}`
  const label = snoozed === null ? all : `${snoozed}: ${all}`
  const shown = isShort ? (snoozed ?? texts[0] ?? '') : label
  return (
    <p
      title={label}
      className={cx(
        'flex min-w-0 items-center gap-1 text-xs',
        off === null ? toneOf(reasons, now) : 'text-ink-3',
      )}
    >
      <Icon size={12} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{shown}</span>
      {isShort && <span className="sr-only">{label.slice(shown.length)}</span>}
      {isShort && snoozed === null && texts.length > 1 && (
        <span aria-hidden="true" className="shrink-0">
          +{texts.length - 1}
        </span>
      )}
    </p>
  )
}
