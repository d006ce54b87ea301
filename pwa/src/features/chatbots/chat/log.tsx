// The messages of a conversation with a bot, oldest first, and the reply while it is being written.
import { type UIEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

import type { ChatMessageRow } from '../../../db/rows/bots'
import { dayText } from '../../../lib/text/days'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { useMinute } from '../../../ui/hooks/use-now'
import { ChatBubble, Dots } from './bubble'
import { OlderHead } from './older-messages'
import { TeamQuestion } from './team-question'
import type { OlderMessages } from './use-older'
import type { Chat } from './use-chat'
import '../../../ui/own-bubble.css'

type ChatLogProps = { chat: Chat; messages: readonly ChatMessageRow[]; botName: string; isOffline: boolean }

/** A scroll position within this distance of the end, in px, counts as the end. */
const NEAR_END = 80
/** Older messages load within this distance of the start, in px. */
const NEAR_START = 240

export function ChatLog({ chat, messages, botName, isOffline }: ChatLogProps) {
  const now = useMinute()
  const { pending, partialReply, unanswered, older } = chat
  const { box, onScroll } = useScroll(messages, partialReply, pending, older)
  const isWaiting = pending !== null && pending.error === null && partialReply === null
  return (
    <div
      ref={box}
      role="log"
      aria-label="Messages"
      aria-busy={partialReply !== null}
      tabIndex={0}
      onScroll={onScroll}
      className="bot-log relative min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] overscroll-contain focus-visible:outline-offset-[-2px]"
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-3 px-4 py-4 sm:px-6">
        <OlderHead older={older} />
        {messages.map((message, index) => {
          const day = dayText(message.created_at, now)
          const before = messages[index - 1]
          return (
            <div key={message.id} className="flex flex-col gap-3">
              {(before === undefined || dayText(before.created_at, now) !== day) && (
                <DaySeparator day={day} />
              )}
              <ChatBubble
                message={message}
                botName={botName}
                question={
                  (index === messages.length - 1 || message.fallback_used) && before?.sender_type === 'user'
                    ? before.content
                    : undefined
                }
              />
            </div>
          )
        })}
        {pending !== null && !pending.isStored && (
          <p className="max-w-[85%] self-end rounded-lg own-bubble border px-3 py-1.5 text-base break-words whitespace-pre-wrap text-ink">
            <span className="sr-only">You: </span>
            {pending.text}
          </p>
        )}
        {partialReply !== null && (
          <p className="max-w-[85%] self-start rounded-lg border border-line bg-surface px-3 py-1.5 text-base break-words whitespace-pre-wrap text-ink">
            {partialReply}
            <span aria-hidden="true" className="bot-caret" />
          </p>
        )}
        {isWaiting && <Dots label={`${botName} is writing`} />}
        {pending !== null && pending.error !== null && (
          <FailedQuestion chat={chat} pending={pending} isOffline={isOffline} />
        )}
        {unanswered !== null && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 self-start text-sm text-ink-3">
            No answer yet.
            <Button
              size="sm"
              disabled={isOffline}
              onClick={() => chat.retry(unanswered.id, unanswered.content)}
            >
              Ask again
            </Button>
            <TeamQuestion question={unanswered.content} />
          </div>
        )}
      </div>
    </div>
  )
}

/**
 * Stays at the end when something is added, and at the same messages when older ones are added above. A new
 * question scrolls to the end, so that the user sees the reply. Older messages load near the start.
 */
function useScroll(
  messages: readonly ChatMessageRow[],
  partialReply: string | null,
  pending: Chat['pending'],
  { is, load }: OlderMessages,
) {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const before = useRef({ first: messages[0]?.id, height: 0 })
  useLayoutEffect(() => {
    if (box.current === null) return
    const { scrollHeight } = box.current
    const first = messages[0]?.id
    if (isAtEnd.current) box.current.scrollTop = scrollHeight
    else if (first !== before.current.first) box.current.scrollTop += scrollHeight - before.current.height
    before.current = { first, height: scrollHeight }
  }, [messages, partialReply, pending, is])
  const pendingId = pending?.id
  useEffect(() => {
    if (pendingId !== undefined && box.current !== null) box.current.scrollTop = box.current.scrollHeight
  }, [pendingId])
  const loadNearStart = () => {
    if (is === 'idle' && box.current !== null && box.current.scrollTop < NEAR_START) load()
  }
  const loadIfShort = useEffectEvent(loadNearStart)
  useEffect(() => loadIfShort(), [messages, is])
  const onScroll = ({ currentTarget }: UIEvent) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END
    loadNearStart()
  }
  return { box, onScroll }
}

function DaySeparator({ day }: { day: string }) {
  return (
    <div role="separator" aria-label={day} className="flex justify-center pt-2">
      <span className="rounded-full border border-line bg-surface px-2.5 py-0.5 text-xs font-medium text-ink-3">
        {day}
      </span>
    </div>
  )
}

type FailedQuestionProps = { chat: Chat; pending: NonNullable<Chat['pending']>; isOffline: boolean }

function FailedQuestion({ chat, pending, isOffline }: FailedQuestionProps) {
  return (
    <Alert
      action={
        <span className="flex gap-2">
          <Button size="sm" disabled={isOffline} onClick={() => chat.retry(pending.id, pending.text)}>
            Try Again
          </Button>
          {!pending.isStored && (
            <Button size="sm" tone="borderless" onClick={chat.discard}>
              Discard
            </Button>
          )}
        </span>
      }
    >
      {pending.error}
    </Alert>
  )
}
