// One client on a narrow screen. The whole card leads to the conversation.
import { memo } from 'react'
import { Link } from 'react-router'

import { planName } from '../../lib/plan-names'
import { useIsHere } from '../../live/use-passing'
import { Avatar } from '../../ui/avatar'
import { CountBadge } from '../../ui/badge'
import { cx } from '../../ui/cx'
import { OnlineDot } from '../../ui/online-dot'
import { AccessStatus, LastMessageTime, PendingBadge } from './client-facts'
import type { ClientRowProps } from './client-row'
import { LastMessage } from './last-message'

export const CARD_HEIGHT = 136

export const ClientCard = memo(function ClientCard({ entry, href, now, focus }: ClientRowProps) {
  const { client, unread } = entry
  const pending = client.user_id === null
  const isHere = useIsHere(client.id)
  return (
    <div className="px-4 pb-2.5">
      <article
        className={cx(
          'relative flex h-[7.875rem] flex-col justify-between rounded-lg border bg-surface px-3.5 py-3 shadow-1 active:bg-pressed',
          pending ? 'border-warn-line' : 'border-line',
        )}
      >
        <div className="flex items-center gap-3">
          <span className="relative shrink-0">
            <Avatar name={client.company_name} size="lg" />
            {isHere && <OnlineDot className="absolute -right-0.5 -bottom-0.5" />}
          </span>
          <div className="min-w-0 flex-1">
            <Link
              {...focus}
              to={href}
              className="block truncate text-base font-semibold text-ink outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              {client.company_name}
            </Link>
            <p className="truncate text-sm text-ink-3">
              {client.contact_name} · {client.contact_email}
            </p>
          </div>
          <CountBadge count={unread} label="unread" />
        </div>
        <p className={cx('flex items-center gap-1.5 text-sm', unread > 0 ? 'font-medium text-ink' : 'text-ink-2')}>
          <LastMessage entry={entry} />
          <span className="ml-auto pl-2 font-normal">
            <LastMessageTime entry={entry} now={now} />
          </span>
        </p>
        <div className="flex items-center gap-3 text-sm whitespace-nowrap text-ink-2">
          <AccessStatus status={client.subscription_status} />
          {pending ? (
            <PendingBadge />
          ) : (
            <span className="truncate text-ink-3">{planName(client.subscription_tier)}</span>
          )}
        </div>
      </article>
    </div>
  )
})
