// One conversation in the admins' list.
import { CircleAlert, Clock } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'

import { durationText, shortTime } from '../../../lib/text/days'
import { dateTimeText } from '../../../lib/text/times'
import { type DirectoryEntry, waitTone } from '../../../live/directory/use-directory'
import { useIsPresent } from '../../../live/ephemeral/use-ephemeral'
import { Avatar } from '../../../ui/avatar'
import { CountBadge } from '../../../ui/badge'
import { cx } from '../../../ui/cx'
import { OnlineDot } from '../../../ui/online-dot'
import type { RowFocus } from '../../../ui/list/windowed-list'
import { previewOf } from './preview'

export const ITEM_HEIGHT = 60

const TONES = { warn: 'text-warn', bad: 'text-bad' }

type ClientListItemProps = {
  entry: DirectoryEntry
  href: string
  isSelected: boolean
  now: number
  /** When the client began to wait; shown instead of the time of the last message. */
  since: string | null
  focus: RowFocus
}

export const ClientListItem = memo(function ClientListItem({
  entry,
  href,
  isSelected,
  now,
  since,
  focus,
}: ClientListItemProps) {
  const { client, unread } = entry
  const preview = previewOf(entry)
  const isOnline = useIsPresent(client.id)
  return (
    <Link
      {...focus}
      to={href}
      aria-current={isSelected ? 'page' : undefined}
      className={cx(
        'mx-1.5 my-0.5 flex h-[calc(100%-0.25rem)] items-center gap-3 rounded-md px-2.5 transition-colors duration-100 focus-visible:outline-offset-[-2px]',
        isSelected ? 'bg-primary-soft' : 'hover:bg-hover',
      )}
    >
      <span className="pane-list-face relative shrink-0">
        <Avatar name={client.company_name} />
        {isOnline && <OnlineDot className="absolute -right-0.5 -bottom-0.5" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span
            className={cx(
              'min-w-0 flex-1 truncate text-base text-ink',
              unread > 0 ? 'font-semibold' : 'font-medium',
            )}
          >
            {client.company_name}
          </span>
          {since === null && preview.at !== null && (
            <time
              dateTime={preview.at}
              title={dateTimeText(preview.at)}
              className="pane-list-wide tabular shrink-0 text-xs text-ink-3"
            >
              {shortTime(preview.at, now)}
            </time>
          )}
        </span>
        <span
          className={cx(
            'flex min-h-[1lh] items-center gap-1.5 text-sm',
            unread > 0 ? 'text-ink' : 'text-ink-3',
          )}
        >
          {since !== null && (
            <time
              dateTime={since}
              title={dateTimeText(since)}
              className={cx('shrink-0 text-xs font-medium', TONES[waitTone(since, now)])}
            >
              <span className="pane-list-wide">Waiting </span>
              {durationText(now - Date.parse(since))}
            </time>
          )}
          {preview.state === 'waiting' && (
            <Clock size={13} aria-label="Waiting to send" className="shrink-0" />
          )}
          {preview.state === 'refused' && (
            <CircleAlert size={13} aria-label="Not sent" className="shrink-0 text-bad" />
          )}
          <span className="min-w-0 flex-1 truncate">{preview.text}</span>
          {client.user_id === null && (
            <span className="shrink-0 text-xs font-medium text-warn">Not signed up yet</span>
          )}
          <CountBadge count={unread} label="unread" />
        </span>
      </span>
    </Link>
  )
})
