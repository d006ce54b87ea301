// The last messages with a client that this device has stored.
import { Link } from 'react-router'

import type { MessageRow } from '../../../db/rows/messages'
import { agoText } from '../../../lib/text/days'
import type { DirectoryEntry } from '../../../live/directory/use-directory'
import { buttonClass } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { Time } from '../../../ui/time'
import { useAdminDashboard } from '../admin-dashboard'
import { LastMessage } from '../list/last-message'

type LastMessagesProps = { entry: DirectoryEntry; messages: readonly MessageRow[]; now: number }

/** The touch targets of the times reach 4 px beyond the text. */
const TARGET_MARGIN = { marginRight: '-0.25rem', paddingRight: '0.25rem' }

export function LastMessages({ entry, messages, now }: LastMessagesProps) {
  const { threadOf } = useAdminDashboard()
  const { thread, waiting, client } = entry
  const isStored = messages[0] !== undefined && messages[0].id === thread?.last_message_id
  return (
    <Card title="Last messages">
      {isStored && (
        <ul aria-label="Last messages" style={TARGET_MARGIN} className="flex flex-col gap-3">
          {messages.toReversed().map((message) => (
            <li key={message.id}>
              <p className="flex items-baseline justify-between gap-3 text-sm text-ink-3">
                <span className="truncate">{message.sender_name}</span>
                <Time at={message.created_at} className="shrink-0">
                  {agoText(message.created_at, now)}
                </Time>
              </p>
              <p className="line-clamp-2 text-base break-words text-ink">{message.content}</p>
            </li>
          ))}
        </ul>
      )}
      {(!isStored || waiting !== undefined) && (
        <p className="flex items-center gap-1.5 text-base text-ink-2">
          <LastMessage entry={entry} />
        </p>
      )}
      <Link to={threadOf(client.id)} className={`mt-3 ${buttonClass()}`}>
        Open conversation
      </Link>
    </Card>
  )
}
