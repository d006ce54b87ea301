// Chat with one of the user's bots: bot selection, messages, and the question field.
import { Bot, GraduationCap, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

import type { ChatbotRow } from '../../../db/rows/bots'
import { useLive, useSyncStatus } from '../../../live/live'
import { Avatar } from '../../../ui/avatar'
import { Badge } from '../../../ui/badge'
import { buttonClass, IconButton } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { SelectField } from '../../../ui/form/select-field'
import { QuestionField } from './question-field'
import { ChatLog } from './log'
import { NoMessages } from './older-messages'
import { ERROR_TEXTS } from '../error-texts'
import { useBots } from '../queries'
import { STATUS_LABEL, STATUS_TONE } from '../rules'
import { ChatSkeleton, MessagesSkeleton } from '../skeletons'
import { useChat } from './use-chat'

type ChatPanelProps = {
  /** Shown if the user has no bot to chat with. */
  otherwise: ReactNode
  /** URL of a bot's training data, for admins. */
  trainingOf?: (botId: string) => string
  /** Returns a panel beside the conversation; it then has the link to the training data. */
  beside?: Beside | undefined
}

/** `onSend` sends a question; it is null while the empty conversation itself offers questions. */
type Beside = (chat: {
  bot: ChatbotRow
  onSend: ((question: string) => void) | null
  isDisabled: boolean
}) => ReactNode

export function ChatPanel({ otherwise, trainingOf, beside }: ChatPanelProps) {
  const view = useBots()
  const [chosen, setChosen] = useState<string | null>(null)
  if (view.is === 'loading') return <ChatSkeleton />
  if (view.is === 'failed') {
    return (
      <LoadError className="m-4" onRetry={view.retry}>
        {ERROR_TEXTS.loadOwn}
      </LoadError>
    )
  }
  const bot = view.bots.find(({ id }) => id === chosen) ?? view.bots[0]
  if (bot === undefined) return otherwise
  return (
    <Conversation
      key={bot.id}
      bot={bot}
      bots={view.bots}
      trainingHref={beside === undefined ? trainingOf?.(bot.id) : undefined}
      beside={beside}
      onChoose={setChosen}
    />
  )
}

/** As high as the selection of several bots, and as its skeleton. */
const AS_HIGH = { lineHeight: 'var(--control)' }

type ConversationProps = {
  bot: ChatbotRow
  bots: readonly ChatbotRow[]
  trainingHref: string | undefined
  beside: Beside | undefined
  onChoose: (id: string) => void
}

function Conversation({ bot, bots, trainingHref, beside, onChoose }: ConversationProps) {
  const { sync } = useLive()
  const { link, role } = useSyncStatus()
  const chat = useChat(bot)
  const [turn, setTurn] = useState(0)
  const isOffline = link.is === 'offline' || link.is === 'connecting'
  const isBusy = chat.partialReply !== null || (chat.pending !== null && chat.pending.error === null)
  const isEmpty = chat.messages?.length === 0 && chat.pending === null
  const hasUnsent = chat.pending !== null && chat.pending.error !== null && !chat.pending.isStored
  const isDisabled = isOffline || isBusy || hasUnsent
  const refresh = () => {
    setTurn((before) => before + 1)
    void sync.flushNow()
  }
  return (
    <section aria-label={`Chat with ${bot.bot_name}`} className="flex min-h-0 flex-1 flex-col bg-canvas">
      <div className="bot-bar flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2.5 lg:px-6">
        <Avatar name={bot.bot_name} picture={bot.avatar} className="-mr-1" />
        {role === 'client' && bots.length === 1 ? (
          <h2 style={AS_HIGH} className="min-w-0 flex-1 truncate text-head font-semibold text-ink">
            {bot.bot_name}
          </h2>
        ) : (
          <SelectField
            isLabelHidden
            label="Chatbot"
            value={bot.id}
            options={bots.map((one) => [one.id, one.bot_name] as const)}
            onChange={(event) => onChoose(event.target.value)}
            className="min-w-24 flex-1 sm:max-w-80"
          />
        )}
        {role === 'admin' && (
          // Below the name on phones, so that the name is not cut.
          <span className="flex flex-1 flex-wrap items-center gap-2 max-sm:order-last max-sm:w-full max-sm:flex-none">
            <Badge tone={STATUS_TONE[bot.status]}>{STATUS_LABEL[bot.status]}</Badge>
            {chat.model !== null && <Badge>Model: {chat.model}</Badge>}
            {trainingHref !== undefined && (
              <Link to={trainingHref} className={cx(buttonClass('borderless', 'sm'), 'ml-auto')}>
                <GraduationCap size={16} aria-hidden="true" />
                Training Data
              </Link>
            )}
          </span>
        )}
        {role === 'admin' && (
          <IconButton label="Refresh" onClick={refresh} className="ml-auto">
            <RotateCw
              size={17}
              aria-hidden="true"
              style={{ rotate: `${turn * 360}deg` }}
              className="bot-turn"
            />
          </IconButton>
        )}
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {chat.view.is === 'failed' ? (
            <div className="flex-1 p-4">
              <LoadError onRetry={chat.view.retry}>{ERROR_TEXTS.loadOwn}</LoadError>
            </div>
          ) : chat.messages === undefined ? (
            <MessagesSkeleton />
          ) : isEmpty ? (
            <NoMessages bot={bot} older={chat.older} onSend={chat.send} isDisabled={isDisabled} />
          ) : (
            <ChatLog chat={chat} messages={chat.messages} botName={bot.bot_name} isOffline={isOffline} />
          )}
          <QuestionField
            botId={bot.id}
            botName={bot.bot_name}
            isBusy={isBusy}
            hasUnsent={hasUnsent}
            isOffline={link.is === 'offline'}
            isConnecting={link.is === 'connecting'}
            onSend={chat.send}
            onStop={chat.stop}
          />
        </div>
        {beside?.({ bot, onSend: isEmpty ? null : chat.send, isDisabled })}
      </div>
    </section>
  )
}

export function NoBots({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <EmptyState
      icon={<Bot size={22} aria-hidden="true" />}
      title="No chatbots yet"
      className={cx('flex-1', className)}
    >
      {children}
    </EmptyState>
  )
}
