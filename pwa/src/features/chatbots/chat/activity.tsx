// Recent chatbot activity: the newest messages with bots, for the home screen.
import { Bot, MessageCircleQuestion } from 'lucide-react'
import { Link } from 'react-router'

import { Time } from '../../../ui/time'
import { agoText } from '../../../lib/text/days'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useMinute } from '../../../ui/hooks/use-now'
import { ERROR_TEXTS } from '../error-texts'
import { type Activity, useActivity } from '../queries'

const SHOWN = 3

/** The touch targets of the times reach 4 px beyond the text. */
const TARGET_MARGIN = { marginRight: '-0.25rem', paddingRight: '0.25rem' }

/** A list without a frame. `href` is the URL of the chatbot page. */
export function BotActivity({ href }: { href: string }) {
  const view = useActivity(SHOWN)
  const now = useMinute()
  if (view.is === 'failed') return <LoadError onRetry={view.retry}>{ERROR_TEXTS.page}</LoadError>
  if (view.is === 'loading') return <Skeleton className="h-20 rounded-lg" />
  const { recent } = view
  if (recent.length === 0) {
    return (
      <p className="flex items-start gap-2.5 text-base text-ink-2">
        <Bot size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
        <span>
          No chatbot activity yet.{' '}
          <Link to={href} className="font-medium text-primary-ink hover:underline">
            Open your chatbot
          </Link>
        </span>
      </p>
    )
  }
  return (
    <ul aria-label="Recent chatbot activity" style={TARGET_MARGIN}>
      {recent.map((one) => (
        <Line key={one.message.id} one={one} now={now} />
      ))}
    </ul>
  )
}

function Line({ one: { message, bot }, now }: { one: Activity; now: number }) {
  const isBot = message.sender_type === 'bot'
  const Icon = isBot ? Bot : MessageCircleQuestion
  return (
    <li className="flex items-center gap-2.5 py-0.5">
      <Icon size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 truncate text-sm text-ink-2">
        <span className="font-medium text-ink">{isBot ? (bot?.bot_name ?? 'Chatbot') : 'You'}</span>{' '}
        {message.content}
      </p>
      <Time at={message.created_at} className="tabular shrink-0 text-xs leading-5 text-ink-3">
        {agoText(message.created_at, now)}
      </Time>
    </li>
  )
}
