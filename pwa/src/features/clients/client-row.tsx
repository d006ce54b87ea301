// One client in the wide table. The whole row leads to the conversation.
import { memo } from 'react'
import { Link } from 'react-router'

import { planName } from '../../lib/plan-names'
import type { DirectoryEntry } from '../../live/use-directory'
import { useIsHere } from '../../live/use-passing'
import { Avatar } from '../../ui/avatar'
import { CountBadge } from '../../ui/badge'
import { cx } from '../../ui/cx'
import { OnlineDot } from '../../ui/online-dot'
import type { RowFocus } from '../../ui/windowed-list'
import { AccessStatus, LastMessageTime, PendingBadge } from './client-facts'
import { LastMessage } from './last-message'

export const ROW_HEIGHT = 64
/** The columns of heads and rows alike. */
export const COLUMNS =
  'grid grid-cols-[minmax(10rem,1.4fr)_minmax(8.5rem,1.1fr)_7.5rem_4.5rem_minmax(8.5rem,1.5fr)_2rem] items-center gap-x-3.5 px-6 ' +
  'xl:grid-cols-[minmax(13rem,1.5fr)_minmax(10rem,1.1fr)_9rem_6rem_minmax(12rem,1.7fr)_2.5rem] xl:gap-x-5'

export type ClientRowProps = { entry: DirectoryEntry; href: string; now: number; focus: RowFocus }

export const ClientRow = memo(function ClientRow({ entry, href, now, focus }: ClientRowProps) {
  const { client, unread } = entry
  const pending = client.user_id === null
  const isHere = useIsHere(client.id)
  return (
    <div className={cx(COLUMNS, 'group relative h-full border-b border-line text-base transition-colors hover:bg-hover')}>
      {pending && <span aria-hidden="true" className="absolute inset-y-0 left-0 w-[3px] bg-warn" />}
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={client.company_name} className="max-xl:hidden" />
        <div className="min-w-0">
          <Link
            {...focus}
            to={href}
            className="block truncate font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {client.company_name}
          </Link>
          {pending && <PendingBadge />}
        </div>
      </div>
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 text-ink">
          <span className="min-w-0 truncate">{client.contact_name}</span>
          {isHere && <OnlineDot />}
        </p>
        <p className="truncate text-sm text-ink-3">{client.contact_email}</p>
      </div>
      <p className="truncate text-ink-2">{planName(client.subscription_tier)}</p>
      <AccessStatus status={client.subscription_status} />
      <div className="min-w-0">
        <p className={cx('flex items-center gap-1.5', unread > 0 ? 'font-medium text-ink' : 'text-ink-2')}>
          <LastMessage entry={entry} />
        </p>
        <LastMessageTime entry={entry} now={now} className="block text-sm" />
      </div>
      <span className="justify-self-end">
        <CountBadge count={unread} label="unread" />
      </span>
    </div>
  )
})
