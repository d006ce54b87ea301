// The newest message between the client and the provider's team, as a link to the conversation.
import { ArrowRight, MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'

import { agoText } from '../../lib/text/days'
import { dateTimeText } from '../../lib/text/times'
import type { MessageRow } from '../../db/rows/messages'
import { useLive } from '../../live/live'
import { firstNameOf, useTeam } from '../../live/team'
import { Face } from '../../ui/face'
import { CountBadge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { useMinute } from '../../ui/hooks/use-now'

/** `href` is the address of the conversation; `unread` counts its unread messages. */
export function TeamMessages({ href, unread }: { href: string; unread: number }) {
  const team = useTeam()
  const now = useMinute()
  const message = team.is === 'ready' ? team.message : undefined
  const newest = team.is === 'ready' ? team.newest : undefined
  return (
    <Card
      label="Messages from your team"
      className="relative flex items-center gap-3 py-2 transition-colors duration-150 hover:border-line-strong"
    >
      {message === undefined ? (
        <MessagesSquare size={18} aria-hidden="true" className="shrink-0 text-ink-3" />
      ) : (
        <Face name={message.sender_name} />
      )}
      <div className="min-w-0 flex-1">
        <h2 className="flex items-baseline justify-between gap-3 text-head font-semibold text-ink">
          <Link
            to={href}
            className="truncate outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {message === undefined ? 'Messages from your team' : message.sender_name}
          </Link>
          {newest !== undefined && (
            <time
              dateTime={newest.created_at}
              title={dateTimeText(newest.created_at)}
              className="tabular shrink-0 text-xs font-normal text-ink-3"
            >
              {agoText(newest.created_at, now)}
            </time>
          )}
        </h2>
        <p className="truncate text-base text-ink-2">
          {team.is === 'loading' ? (
            '\u00a0'
          ) : newest ? (
            <MessagePreview message={newest} />
          ) : (
            'Write to your team'
          )}
        </p>
      </div>
      {unread > 0 ? (
        <CountBadge count={unread} label="unread" />
      ) : (
        <ArrowRight size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
      )}
    </Card>
  )
}

/** The text of the message. If a user of the client wrote it, the author's name precedes it, as in a messenger. */
function MessagePreview({
  message: { sender_role, sender_id, sender_name, content, attachment_name },
}: {
  message: MessageRow
}) {
  const { userId } = useLive()
  const author = sender_id === userId ? 'You' : firstNameOf(sender_name)
  return (
    <>
      {sender_role === 'client' && author !== null && `${author}: `}
      {content === '' ? attachment_name : content}
    </>
  )
}
