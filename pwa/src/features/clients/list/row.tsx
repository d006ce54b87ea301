// One client in the wide table. The name's link to the client's page covers the row.
import { memo } from 'react'

import { planName } from '../../../lib/text/plan-names'
import type { DirectoryEntry } from '../../../live/directory/use-directory'
import { useIsPresent } from '../../../live/ephemeral/use-ephemeral'
import { CountBadge } from '../../../ui/badge'
import { cx } from '../../../ui/cx'
import { OnlineDot } from '../../../ui/online-dot'
import type { RowFocus } from '../../../ui/list/windowed-list'
import { AccessStatus, BillingStatus, Chooser, LastMessageTime, PendingBadge } from './details'
import { useAdminDashboard } from '../admin-dashboard'
import { LastMessage } from './last-message'
import { Reasons } from '../attention/reasons'
import { RowActions } from './row-actions'

export const ROW_HEIGHT = 60
export type ClientRowProps = { entry: DirectoryEntry; chosen: boolean; now: number; focus: RowFocus }

export const ClientRow = memo(function ClientRow({ entry, chosen, now, focus }: ClientRowProps) {
  const { client, unread } = entry
  const pending = client.user_id === null
  const isOnline = useIsPresent(client.id)
  const dashboard = useAdminDashboard()
  return (
    <div
      className={cx(
        'client-columns',
        'relative h-full border-b border-line text-base transition-colors hover:bg-hover',
        chosen && 'bg-primary-soft',
      )}
    >
      {pending && <span aria-hidden="true" className="absolute inset-y-0 left-0 w-1 bg-warn" />}
      <Chooser client={client} chosen={chosen} />
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <a
            {...focus}
            href={dashboard.clientOf(client.id)}
            className="block min-w-0 truncate font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {client.company_name}
          </a>
          <CountBadge count={unread} label="unread" />
        </p>
        <div className="flex min-w-0 items-center gap-2">
          {pending && <PendingBadge />}
          <Reasons entry={entry} now={now} isShort />
        </div>
      </div>
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 text-ink">
          <span className="min-w-0 truncate">{client.contact_name}</span>
          {isOnline && <OnlineDot />}
        </p>
        <p title={client.contact_email} className="client-email truncate text-sm text-ink-3">
          {client.contact_email}
        </p>
      </div>
      <div className="min-w-0 text-sm">
        <p className="whitespace-nowrap text-ink-3">
          <AccessStatus status={client.subscription_status} />
          {` · ${planName(client.subscription_tier)}`}
        </p>
        <BillingStatus billing={entry.billing} />
      </div>
      <div className="client-last min-w-0">
        <p className={cx('flex items-center gap-1.5', unread > 0 ? 'font-medium text-ink' : 'text-ink-2')}>
          <LastMessage entry={entry} />
        </p>
        <LastMessageTime entry={entry} now={now} className="block truncate text-sm" />
      </div>
      <RowActions client={client} className="justify-self-end" />
    </div>
  )
})
