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

export const CARD_HEIGHT = 200

export const ClientCard = memo(function ClientCard({ entry, chosen, now, focus }: ClientRowProps) {
  const { client, unread, attention } = entry
  const pending = client.user_id === null
  const isHere = useIsPresent(client.id)
  const dashboard = useAdminDashboard()
  return (
    <div className="px-4 pb-2.5">
      <article
        className={cx(
          'relative flex h-[11.875rem] flex-col rounded-lg border bg-surface px-3.5 pt-3 shadow-1',
          pending ? 'border-warn-line' : 'border-line',
          chosen && 'bg-primary-soft',
        )}
      >
        <div className="flex items-center gap-3">
          <span className="relative shrink-0">
            <Avatar name={client.company_name} size="lg" />
            {isHere && <OnlineDot className="absolute -right-0.5 -bottom-0.5" />}
          </span>
          <div className="min-w-0 flex-1">
            <a
              {...focus}
              href={dashboard.threadOf(client.id)}
              className="block truncate text-base font-semibold text-ink outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              {client.company_name}
            </a>
            <p className="truncate text-sm text-ink-3">
              {client.contact_name} · {client.contact_email}
            </p>
          </div>
          <CountBadge count={unread} label="unread" />
          <Chooser client={client} chosen={chosen} className="-my-2 -mr-2 size-11" />
        </div>
        <p
          className={cx(
            'mt-2 flex items-center gap-1.5 text-sm',
            unread > 0 ? 'font-medium text-ink' : 'text-ink-2',
          )}
        >
          <LastMessage entry={entry} />
          <span className="ml-auto pl-2 font-normal">
            <LastMessageTime entry={entry} now={now} />
          </span>
        </p>
        <div className="mt-1.5 flex items-center gap-3 overflow-hidden text-sm whitespace-nowrap text-ink-2">
          <AccessStatus status={client.subscription_status} />
          <BillingStatus billing={entry.billing} />
          {pending ? (
            <PendingBadge />
          ) : (
            <span className="truncate text-ink-3">{planName(client.subscription_tier)}</span>
          )}
        </div>
        <div className="mt-1 min-h-4">
          {attention !== undefined && <Reasons attention={attention} now={now} />}
        </div>
        <RowActions client={client} className="mt-auto -mx-2 justify-between border-t border-line py-0.5" />
      </article>
    </div>
  )
})
