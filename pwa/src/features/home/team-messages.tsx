// The newest message from the provider's team, which opens the conversation.
import { ArrowRight, MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'

import { agoText } from '../../lib/text/days'
import { dateTimeText } from '../../lib/text/times'
import { useTeam } from '../../live/team'
import { Face } from '../../ui/face'
import { CountBadge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { useMinute } from '../../ui/hooks/use-now'

/** `href` is the address of the conversation; `unread` counts its unread messages. */
export function TeamMessages({ href, unread }: { href: string; unread: number }) {
  const team = useTeam()
  const now = useMinute()
  const message = team.is === 'ready' ? team.message : undefined
  const text = message?.content === '' ? message.attachment_name : message?.content
  return (
    <Card
      label="Messages from your team"
      className="relative flex items-center gap-3 py-3 transition-colors duration-150 hover:border-line-strong"
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
          {message !== undefined && (
            <time
              dateTime={message.created_at}
              title={dateTimeText(message.created_at)}
              className="tabular shrink-0 text-xs font-normal text-ink-3"
            >
              {agoText(message.created_at, now)}
            </time>
          )}
        </h2>
        <p className="truncate text-base text-ink-2">
          {team.is === 'loading' ? '\u00a0' : (text ?? 'Write to your team')}
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
