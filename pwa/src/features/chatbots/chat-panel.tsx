// A conversation with one of the bots that a person may chat with: which bot, what was said, and the place to ask.
import { Bot, MessagesSquare, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import type { ChatbotRow } from '../../db/bot-rows'
import { useLive, useSyncStatus } from '../../live/live'
import { Alert } from '../../ui/alert'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import { Button, IconButton } from '../../ui/button'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/empty-state'
import { SelectField } from '../../ui/select-field'
import { Skeleton } from '../../ui/skeleton'
import { AskField } from './ask-field'
import { ChatLog } from './chat-log'
import { WORDS } from './mutations'
import { useBots } from './queries'
import { DEFAULT_MODEL, STATUS_LABEL } from './rules'
import { useChat } from './use-chat'

/** `otherwise` stands where there is no bot to chat with. */
export function ChatPanel({ otherwise, heading }: { otherwise: ReactNode; heading?: ReactNode }) {
  const view = useBots()
  const { sync } = useLive()
  const [chosen, setChosen] = useState<string | null>(null)
  if (view.is === 'loading') return <PanelSkeleton />
  if (view.is === 'failed') {
    return (
      <Alert
        className="m-4"
        action={
          <Button size="sm" onClick={() => void sync.flushNow()}>
            Retry
          </Button>
        }
      >
        {WORDS.loadOwn}
      </Alert>
    )
  }
  const bot = view.bots.find(({ id }) => id === chosen) ?? view.bots[0]
  if (bot === undefined) return otherwise
  return <Conversation key={bot.id} bot={bot} bots={view.bots} heading={heading} onChoose={setChosen} />
}

type ConversationProps = { bot: ChatbotRow; bots: readonly ChatbotRow[]; heading: ReactNode; onChoose: (id: string) => void }

function Conversation({ bot, bots, heading, onChoose }: ConversationProps) {
  const { sync } = useLive()
  const { link, role } = useSyncStatus()
  const chat = useChat(bot.id)
  const [turn, setTurn] = useState(0)
  const isOffline = link.is === 'offline' || link.is === 'connecting'
  const isBusy = chat.draft !== null || (chat.asking !== null && chat.asking.error === null)
  const model = chat.messages?.findLast((one) => one.model_used !== null)?.model_used ?? bot.model_preference ?? (role === 'admin' ? DEFAULT_MODEL : null)
  const refresh = () => {
    setTurn((before) => before + 1)
    void sync.flushNow()
  }
  return (
    <section aria-label={`Chat with ${bot.bot_name}`} className="flex min-h-0 flex-1 flex-col bg-canvas">
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2.5 lg:px-6">
        {heading}
        <Avatar name={bot.bot_name} picture={bot.avatar} className="-mr-1" />
        <SelectField
          quiet
          label="Chatbot"
          value={bot.id}
          options={bots.map((one) => [one.id, one.bot_name] as const)}
          onChange={(event) => onChoose(event.target.value)}
          className="min-w-24 flex-1 sm:max-w-80"
        />
        {role === 'admin' && bot.status !== 'active' && <Badge tone="warn">{STATUS_LABEL[bot.status]}</Badge>}
        {model !== null && (
          <Badge>
            <span className="sr-only">Model: </span>
            {model}
          </Badge>
        )}
        <IconButton label="Refresh" onClick={refresh} className="ml-auto">
          <RotateCw size={17} aria-hidden="true" style={{ rotate: `${turn * 360}deg` }} className="bot-turn" />
        </IconButton>
      </div>
      {chat.messages === undefined ? (
        <div className="flex-1" />
      ) : chat.messages.length === 0 && chat.asking === null ? (
        <EmptyState icon={<MessagesSquare size={22} aria-hidden="true" />} title={`Ask ${bot.bot_name}`} className="flex-1">
          {bot.description === '' ? 'Your conversation is yours alone: nobody else reads it.' : bot.description}
        </EmptyState>
      ) : (
        <ChatLog chat={chat} messages={chat.messages} botName={bot.bot_name} isOffline={isOffline} />
      )}
      <AskField
        botName={bot.bot_name}
        isBusy={isBusy}
        isOffline={isOffline}
        onAsk={chat.ask}
        onStop={chat.stop}
      />
    </section>
  )
}

export function NoBots({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <EmptyState icon={<Bot size={22} aria-hidden="true" />} title="No chatbots yet" className={cx('flex-1', className)}>
      {children}
    </EmptyState>
  )
}

function PanelSkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col">
      <span className="sr-only">Loading your chatbots</span>
      <div className="border-b border-line bg-surface px-4 py-2.5 lg:px-6">
        <Skeleton className="h-control w-60" />
      </div>
      <div className="mx-auto w-full max-w-3xl flex-1 space-y-3 p-4">
        <Skeleton className="ml-auto h-9 w-3/5 rounded-lg" />
        <Skeleton className="h-20 w-3/5 rounded-lg" />
      </div>
    </div>
  )
}
