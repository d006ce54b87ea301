// Parts of a client's row that the table and the cards share.
import { UserRoundPlus } from 'lucide-react'

import { billingText, isLate } from '../../../lib/text/plan-names'
import { dateTimeText } from '../../../lib/text/times'
import { agoText, shortTime } from '../../../lib/text/days'
import type { DirectoryEntry } from '../../../live/directory/use-directory'
import type { ClientRow } from '../../../db/rows/clients'
import { Avatar } from '../../../ui/avatar'
import { Badge } from '../../../ui/badge'
import { cx } from '../../../ui/cx'
import { useAdminDashboard } from '../admin-dashboard'

export function PendingBadge() {
  return (
    <Badge tone="warn">
      <UserRoundPlus size={12} aria-hidden="true" />
      Pending Account Setup
    </Badge>
  )
}

const STATUS = {
  active: { word: 'Active', tone: 'text-good before:bg-good' },
  inactive: { word: 'Inactive', tone: 'text-ink-3 before:bg-ink-3' },
}

/** Status word and colour. The dot is a pseudo-element, to save one element in each of ten thousand rows. */
export function AccessStatus({ status }: { status: keyof typeof STATUS }) {
  const { word, tone } = STATUS[status]
  return (
    <span
      className={`inline-flex items-center gap-2 before:size-2 before:rounded-full before:content-[''] ${tone}`}
    >
      {word}
    </span>
  )
}

type LastMessageTimeProps = { entry: DirectoryEntry; now: number; isShort?: boolean; className?: string }

export function LastMessageTime({ entry, now, isShort = false, className }: LastMessageTimeProps) {
  const { thread, waiting } = entry
  const at = waiting?.created_at ?? thread?.last_message_at ?? null
  if (at === null) return null
  return (
    <time
      dateTime={at}
      title={dateTimeText(at)}
      className={cx('tabular whitespace-nowrap text-ink-3', className)}
    >
      {isShort ? shortTime(at, now) : agoText(at, now)}
    </time>
  )
}

/** The subscription status at Stripe. It can differ from the access that an admin has set. */
export function BillingStatus({ billing }: { billing: DirectoryEntry['billing'] }) {
  return (
    <span title="Billing" className={cx('text-sm', isLate(billing?.status) ? 'text-bad' : 'text-ink-3')}>
      {billing === undefined ? '—' : billingText(billing?.status ?? null)}
    </span>
  )
}

/**
 * The company's initials. A checkbox replaces them under the pointer, with the focus, while it is checked, and always
 * where no pointer can hover.
 */
export function Chooser({ client, chosen }: { client: ClientRow; chosen: boolean }) {
  const dashboard = useAdminDashboard()
  return (
    <label className="client-pick">
      <input
        type="checkbox"
        aria-label={`Choose ${client.company_name}`}
        checked={chosen}
        onChange={(event) => dashboard.choose(client.id, event.currentTarget.checked)}
        className="client-check size-4 accent-primary"
      />
      <Avatar name={client.company_name} />
    </label>
  )
}
