// The facts of one client that both the table and the cards show.
import { UserRoundPlus } from 'lucide-react'

import { momentWithZone } from '../../lib/time-text'
import { agoText } from '../../lib/day-text'
import type { DirectoryEntry } from '../../live/use-directory'
import { Badge } from '../../ui/badge'
import { StatusDot } from '../../ui/status-dot'

export function PendingBadge() {
  return (
    <Badge tone="warn">
      <UserRoundPlus size={12} aria-hidden="true" />
      Pending Account Setup
    </Badge>
  )
}

export function AccessStatus({ status }: { status: DirectoryEntry['client']['subscription_status'] }) {
  const active = status === 'active'
  return (
    <span className={active ? 'inline-flex items-center gap-2 text-good' : 'inline-flex items-center gap-2 text-ink-3'}>
      <StatusDot tone={active ? 'good' : 'idle'} />
      {active ? 'Active' : 'Inactive'}
    </span>
  )
}

export function LastMessageTime({ entry: { thread, waiting }, now }: { entry: DirectoryEntry; now: number }) {
  const at = waiting?.created_at ?? thread?.last_message_at ?? null
  if (at === null) return null
  return (
    <time dateTime={at} title={momentWithZone(at)} className="tabular whitespace-nowrap text-ink-3">
      {agoText(at, now)}
    </time>
  )
}
