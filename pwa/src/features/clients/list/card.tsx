// One client on a narrow screen. The link on its name covers the card above the actions.
import { memo } from 'react'

import { planName } from '../../../lib/text/plan-names'
import { useIsPresent } from '../../../live/ephemeral/use-ephemeral'
import { Avatar } from '../../../ui/avatar'
import { CountBadge } from '../../../ui/badge'
import { cx } from '../../../ui/cx'
import { OnlineDot } from '../../../ui/online-dot'
import { AccessStatus, BillingStatus, Chooser, LastMessageTime, PendingBadge } from './details'
import type { ClientRowProps } from './row'
import { useAdminDashboard } from '../admin-dashboard'
import { LastMessage } from './last-message'
import { Reasons } from '../attention/reasons'
import { RowActions } from './row-actions'

export const CARD_HEIGHT = 138

export const ClientCard = memo(function ClientCard({ entry, chosen, now, focus }: ClientRowProps) {
  const { client, unread } = entry
  const pending = client.user_id === null
  const isHere = useIsPresent(client.id)
  const dashboard = useAdminDashboard()
  return (
    <div className="px-4 pb-2">
      <article
        className={cx(
          'client-card rounded-lg border bg-surface shadow-1',
          pending ? 'border-warn-line' : 'border-line',
          chosen && 'bg-primary-soft',
        )}
      >
        <div className="flex items-center gap-2.5">
          <span className="relative shrink-0">
            <Avatar name={client.company_name} size="md" />
            {isHere && <OnlineDot className="absolute -right-0.5 -bottom-0.5" />}
          </span>
          <div className="min-w-0 flex-1">
            <a
              {...focus}
              href={dashboard.clientOf(client.id)}
              className="block truncate text-base font-semibold text-ink outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              {client.company_name}
            </a>
            <p className="truncate text-sm text-ink-3">
              {client.contact_name} · {client.contact_email}
            </p>
          </div>
          <CountBadge count={unread} label="unread" />
          <Chooser client={client} chosen={chosen} className="size-12" />
        </div>
        <p
          className={cx(
            'flex min-h-5 items-center gap-1.5 pr-2 text-sm',
            unread > 0 ? 'font-medium text-ink' : 'text-ink-2',
          )}
        >
          <LastMessage entry={entry} />
          <span className="ml-auto pl-2 font-normal">
            <LastMessageTime entry={entry} now={now} />
          </span>
        </p>
        <div className="mt-auto flex items-center gap-2 pb-1">
          <div className="client-states">
            <div className="flex items-center gap-2.5 overflow-hidden text-xs whitespace-nowrap text-ink-2">
              <AccessStatus status={client.subscription_status} />
              <BillingStatus billing={entry.billing} />
              <span className="truncate text-ink-3">{planName(client.subscription_tier)}</span>
            </div>
            <div className="flex items-center gap-2">
              {pending && <PendingBadge />}
              <Reasons entry={entry} now={now} />
            </div>
          </div>
          <RowActions client={client} className="shrink-0" />
        </div>
      </article>
    </div>
  )
})
