// One client on phones and tablets, on three lines: the name and the time of the last message, the most important
// status, contact and plan, then the last message. The name's link to the client's page covers the row.
import { Check } from 'lucide-react'
import { memo } from 'react'

import { planName } from '../../../lib/text/plan-names'
import { useIsPresent } from '../../../live/ephemeral/use-ephemeral'
import { Avatar } from '../../../ui/avatar'
import { CountBadge } from '../../../ui/badge'
import { cx } from '../../../ui/cx'
import { OnlineDot } from '../../../ui/online-dot'
import { AccessStatus, LastMessageTime } from './details'
import type { ClientRowProps } from './row'
import { useAdminDashboard } from '../admin-dashboard'
import { LastMessage } from './last-message'
import { RowActions } from './row-actions'
import { statusOf } from './status'

export const CARD_HEIGHT = 84

export const ClientCard = memo(function ClientCard({ entry, chosen, now, focus }: ClientRowProps) {
  const { client, unread } = entry
  const isOnline = useIsPresent(client.id)
  const dashboard = useAdminDashboard()
  const urgent = statusOf(entry, now)
  return (
    <div
      className={cx(
        'relative flex h-full items-center gap-3 border-b border-line pr-1 pl-4 hover:bg-hover md:px-8',
        chosen ? 'bg-primary-soft' : 'bg-surface',
      )}
    >
      <label className="relative z-[1] flex size-control shrink-0 items-center justify-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-focus">
        <input
          type="checkbox"
          aria-label={`Choose ${client.company_name}`}
          checked={chosen}
          onChange={(event) => dashboard.choose(client.id, event.currentTarget.checked)}
          className="sr-only"
        />
        {chosen ? (
          <span className="flex size-9 items-center justify-center rounded-full bg-primary text-on-primary">
            <Check size={18} aria-hidden="true" />
          </span>
        ) : (
          <Avatar name={client.company_name} size="md" />
        )}
        {isOnline && <OnlineDot className="absolute right-0.5 bottom-0.5" />}
      </label>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <a
            {...focus}
            href={dashboard.clientOf(client.id)}
            className={cx(
              'block min-w-0 flex-1 truncate text-base text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
              unread > 0 ? 'font-semibold' : 'font-medium',
            )}
          >
            {client.company_name}
          </a>
          {/* If the client waits, the line below shows since when instead. */}
          {urgent?.isWait !== true && (
            <LastMessageTime entry={entry} now={now} isShort className="shrink-0 text-xs" />
          )}
        </p>
        {/* What does not fit is left out in whole parts. */}
        <p className="client-parts text-sm text-ink-3">
          {urgent === null ? (
            <AccessStatus status={client.subscription_status} />
          ) : (
            <span className={cx('font-medium', urgent.tone)}>{urgent.text}</span>
          )}
          <span>{` · ${client.contact_name}`}</span>
          <span>{` · ${planName(client.subscription_tier)}`}</span>
        </p>
        <p className={cx('flex items-center gap-1.5 text-sm', unread > 0 ? 'text-ink' : 'text-ink-2')}>
          <LastMessage entry={entry} />
          <span className="ml-auto">
            <CountBadge count={unread} label="unread" />
          </span>
        </p>
      </div>
      <RowActions client={client} className="shrink-0" />
    </div>
  )
})
