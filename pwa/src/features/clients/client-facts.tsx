// The facts of one client that both the table and the cards show.
import { UserRoundPlus } from 'lucide-react'

import { momentWithZone } from '../../lib/time-text'
import { agoText } from '../../lib/day-text'
import type { DirectoryEntry } from '../../live/use-directory'
import { Badge } from '../../ui/badge'
import { cx } from '../../ui/cx'

export function PendingBadge() {
  return (
    <Badge tone="warn">
      <UserRoundPlus size={12} aria-hidden="true" />
      Pending Account Setup
    </Badge>
  )
}

const STATUS = {
  active: { word: 'Active', look: 'text-good before:bg-good' },
  inactive: { word: 'Inactive', look: 'text-ink-3 before:bg-ink-3' },
}

/** Word and colour; the dot is drawn by the word, because ten thousand rows scroll by. */
export function AccessStatus({ status }: { status: keyof typeof STATUS }) {
  const { word, look } = STATUS[status]
  return <span className={`inline-flex items-center gap-2 before:size-2 before:rounded-full before:content-[''] ${look}`}>{word}</span>
}

type LastMessageTimeProps = { entry: DirectoryEntry; now: number; className?: string }

export function LastMessageTime({ entry: { thread, waiting }, now, className }: LastMessageTimeProps) {
  const at = waiting?.created_at ?? thread?.last_message_at ?? null
  if (at === null) return null
  return (
    <time dateTime={at} title={momentWithZone(at)} className={cx('tabular whitespace-nowrap text-ink-3', className)}>
      {agoText(at, now)}
    </time>
  )
}
