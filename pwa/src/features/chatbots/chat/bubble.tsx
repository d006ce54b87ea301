// One message of a conversation with a bot. A reply also has rating buttons, and admins see its model and
// response time.
import { ThumbsDown, ThumbsUp, TriangleAlert } from 'lucide-react'
import { memo, useState } from 'react'

import type { ChatMessageRow } from '../../../db/rows/bots'
import { useSyncStatus } from '../../../live/live'
import { clockTime, dateTimeText } from '../../../lib/text/times'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { useToasts } from '../../../ui/feedback/toast'
import { rateReply } from '../mutations'
import { detailsOf } from '../rules'
import { TeamQuestion } from './team-question'
import '../../../ui/own-bubble.css'

type ChatBubbleProps = {
  message: ChatMessageRow
  botName: string
  /** The question that this message answers, if the user may send it to the team. */
  question?: string | undefined
}

export const ChatBubble = memo(function ChatBubble({ message, botName, question }: ChatBubbleProps) {
  const isBot = message.sender_type === 'bot'
  return (
    <div
      data-message={message.id}
      className={cx('flex max-w-[85%] flex-col', isBot ? 'items-start self-start' : 'items-end self-end')}
    >
      <div
        className={cx('max-w-full rounded-lg border px-3 py-1.5 text-base text-ink', bubbleClass(message))}
      >
        <span className="sr-only">{isBot ? `${botName}: ` : 'You: '}</span>
        {message.fallback_used && (
          <span className="mb-0.5 flex items-center gap-1.5 text-sm font-medium text-warn">
            <TriangleAlert size={15} aria-hidden="true" /> Fallback reply
          </span>
        )}
        <span className="break-words [overflow-wrap:anywhere] whitespace-pre-wrap">{message.content}</span>
        {message.is_stopped && (
          <span className="text-sm text-ink-3">
            {message.content === '' ? 'Stopped before the first word.' : ' … stopped'}
          </span>
        )}
        <time
          dateTime={message.created_at}
          title={dateTimeText(message.created_at)}
          className="tabular float-right mt-1 ml-2.5 text-xs text-ink-3"
        >
          {clockTime(message.created_at)}
        </time>
      </div>
      {isBot && <Foot message={message} question={question} />}
    </div>
  )
})

function bubbleClass({ sender_type, fallback_used }: ChatMessageRow): string {
  if (fallback_used) return 'border-warn-line bg-warn-soft'
  return sender_type === 'bot' ? 'border-line bg-surface' : 'own-bubble'
}

function Foot({ message, question }: Pick<ChatBubbleProps, 'message' | 'question'>) {
  const { role } = useSyncStatus()
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-2 px-1 text-xs text-ink-3">
      {role === 'admin' &&
        detailsOf(message).map((detail, index) => (
          <span key={detail}>
            {index > 0 && '· '}
            {detail}
          </span>
        ))}
      {!message.fallback_used && <Rating message={message} isNamed={question !== undefined} />}
      {question !== undefined && <TeamQuestion question={question} />}
    </div>
  )
}

const RATINGS = [
  { way: 'up', name: 'Helpful', Icon: ThumbsUp, color: 'text-good' },
  { way: 'down', name: 'Not helpful', Icon: ThumbsDown, color: 'text-bad' },
] as const

/** `isNamed` shows the names beside the icons, which is enough once in a conversation. */
function Rating({ message, isNamed }: { message: ChatMessageRow; isNamed: boolean }) {
  const toasts = useToasts()
  const { link } = useSyncStatus()
  // The chosen rating shows at once, before the stored row arrives.
  const [chosen, setChosen] = useState<'up' | 'down' | null | undefined>(undefined)
  const [requestCount, setRequestCount] = useState(0)
  const [before, setBefore] = useState(message.rating)
  if (before !== message.rating) {
    setBefore(message.rating)
    // During a request, the row may be that of an earlier choice.
    if (requestCount === 0) setChosen(undefined)
  }
  const rating = chosen === undefined ? message.rating : chosen
  const rate = async (pressed: 'up' | 'down') => {
    const next = rating === pressed ? null : pressed
    setChosen(next)
    setRequestCount((count) => count + 1)
    const outcome = await rateReply(message.id, next)
    setRequestCount((count) => count - 1)
    if (outcome.is === 'failed') {
      setChosen(undefined)
      toasts.show({ tone: 'error', title: outcome.message })
    } else if (next === 'down')
      toasts.show({ title: 'Thank you. The team sees this question, without your name.' })
  }
  return (
    <span className="inline-flex flex-wrap">
      {RATINGS.map(({ way, name, Icon, color }) => (
        <Button
          key={way}
          size="sm"
          tone="borderless"
          aria-label={name}
          title={name}
          aria-pressed={rating === way}
          disabled={link.is === 'offline'}
          onClick={() => void rate(way)}
          icon={
            <Icon
              size={18}
              aria-hidden="true"
              fill={rating === way ? 'currentColor' : 'none'}
              className={cx(rating === way && color)}
            />
          }
        >
          {isNamed && name}
        </Button>
      ))}
    </span>
  )
}

export function Dots({ label }: { label: string }) {
  return (
    <div role="status" className="self-start rounded-lg border border-line bg-surface px-3.5 py-3">
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="bot-dots">
        <span />
        <span />
        <span />
      </span>
    </div>
  )
}
