// What a conversation shows while older messages are not here: above its messages, and in place of them.
import { CloudOff } from 'lucide-react'
import { useEffect, useId } from 'react'

import type { ChatbotRow } from '../../../db/rows/bots'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { Spinner } from '../../../ui/spinner'
import { MessagesSkeleton } from '../skeletons'
import { useExampleQuestions } from '../queries'
import type { OlderMessages } from './use-older'

const FAILED = 'Older messages could not be loaded.'

/** Above the messages. */
export function OlderHead({ older }: { older: OlderMessages }) {
  if (older.is === 'start' || older.is === 'waiting' || older.is === 'idle') return null
  if (older.is === 'loading') {
    return (
      // Without height, so that the messages do not move when it comes and goes.
      <div className="pointer-events-none sticky top-2 z-10 -mb-3 flex h-0 justify-center">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-full border border-line bg-surface shadow-1">
          <Spinner label="Loading older messages" className="text-primary" />
        </span>
      </div>
    )
  }
  return (
    <div className="flex min-h-control items-center justify-center gap-3 text-center text-sm text-ink-3">
      {older.is === 'offline' && <p>Older messages come when you are online.</p>}
      {older.is === 'failed' && (
        <>
          <p>{FAILED}</p>
          <Button size="sm" onClick={older.load}>
            Retry
          </Button>
        </>
      )}
    </div>
  )
}

type NoMessagesProps = {
  bot: ChatbotRow
  older: OlderMessages
  /** Sends a question of the bot's training data. */
  onSend: (question: string) => void
  isDisabled: boolean
}

/** A question may be longer than a line. */
const WRAPPED = {
  height: 'auto',
  minHeight: 'var(--control)',
  maxWidth: '100%',
  whiteSpace: 'normal',
} as const

/** In place of the messages if none is stored. Shows the text of a new conversation only once the server has none too. */
export function NoMessages({ bot, older, onSend, isDisabled }: NoMessagesProps) {
  const { is, load } = older
  const examples = useExampleQuestions(bot.id)
  const label = useId()
  useEffect(() => {
    if (is === 'idle') load()
  }, [is, load])
  if (is === 'failed') {
    return (
      <div className="flex-1 p-4">
        <LoadError onRetry={load}>{FAILED}</LoadError>
      </div>
    )
  }
  if (is === 'offline') {
    return (
      <EmptyState
        icon={<CloudOff size={22} aria-hidden="true" />}
        title="Not on this device"
        className="flex-1"
      >
        Messages that this device does not store come when you are online.
      </EmptyState>
    )
  }
  if (is !== 'start') return <MessagesSkeleton />
  return (
    <EmptyState
      icon={<Avatar name={bot.bot_name} picture={bot.avatar} />}
      title={`Ask ${bot.bot_name}`}
      className="flex-1"
      {...(examples.length > 0 && {
        action: (
          <div role="group" aria-labelledby={label}>
            <p id={label} className="mb-2 text-sm text-ink-3">
              Questions to try
            </p>
            <div className="flex flex-wrap justify-center gap-2">
              {examples.map((question) => (
                <Button key={question} disabled={isDisabled} style={WRAPPED} onClick={() => onSend(question)}>
                  {question}
                </Button>
              ))}
            </div>
          </div>
        ),
      })}
    >
      {bot.description === '' ? 'Your conversation is private.' : bot.description}
    </EmptyState>
  )
}
