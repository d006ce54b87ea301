// The bots as they are, each with its status, what it knows, and what can be done with it; below, those deleted lately.
import { Bot, RotateCcw } from 'lucide-react'
import { useState } from 'react'

import type { ChatbotRow } from '../../db/bot-rows'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { SelectField } from '../../ui/select-field'
import { shortTime } from '../../lib/day-text'
import { useMinute } from '../../ui/use-minute'
import { BotDialog } from './bot-dialog'
import { DeleteDialog } from './delete-dialog'
import { DONE, restoreBot } from './mutations'
import type { Managed } from './queries'
import { counted, STATUS_LABEL, STATUS_TONE, STATUSES } from './rules'
import { StatusDialog } from './status-dialog'
import { useDoing } from './use-doing'

type BotsTabProps = { managed: Managed; isOffline: boolean; onTrain: (botId: string) => void }
type Asked = { is: 'edit' | 'delete'; bot: ChatbotRow } | { is: 'status'; bot: ChatbotRow; to: ChatbotRow['status'] }

export function BotsTab({ managed, isOffline, onTrain }: BotsTabProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  if (managed.bots.length === 0 && managed.deleted.length === 0) {
    return (
      <EmptyState icon={<Bot size={22} aria-hidden="true" />} title="No chatbots yet">
        Create one, teach it what your clients ask, try it, and activate it.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Chatbots" className="space-y-3">
        {managed.bots.map((bot) => (
          <BotRow key={bot.id} bot={bot} managed={managed} isOffline={isOffline} onAsk={setAsked} onTrain={() => onTrain(bot.id)} />
        ))}
      </ul>
      {managed.deleted.length > 0 && <Deleted bots={managed.deleted} isOffline={isOffline} />}
      {asked?.is === 'edit' && <BotDialog bot={asked.bot} onClosed={close} />}
      {asked?.is === 'status' && <StatusDialog bot={asked.bot} to={asked.to} managed={managed} onClosed={close} />}
      {asked?.is === 'delete' && <DeleteDialog bot={asked.bot} onClosed={close} />}
    </>
  )
}

type BotRowProps = { bot: ChatbotRow; managed: Managed; isOffline: boolean; onAsk: (asked: Asked) => void; onTrain: () => void }

function BotRow({ bot, managed, isOffline, onAsk, onTrain }: BotRowProps) {
  const rows = managed.training.filter((row) => row.chatbot_id === bot.id).length
  const people = managed.assignments.filter((row) => row.chatbot_id === bot.id).length
  const questions = managed.questions.filter((row) => row.chatbot_id === bot.id)
  const open = questions.filter((row) => row.stand === 'open').length
  const failing = questions.filter((row) => row.stand === 'saved' && row.has_passed === false).length
  const isListed = managed.listings.get(bot.id)?.is_active === true
  return (
    <li className="rounded-lg border border-line bg-surface p-4 shadow-1">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Avatar name={bot.bot_name} picture={bot.avatar} size="lg" />
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="text-base font-semibold text-ink">{bot.bot_name}</h2>
            <Badge tone={STATUS_TONE[bot.status]}>{STATUS_LABEL[bot.status]}</Badge>
            {isListed && <Badge tone="primary">On the marketplace</Badge>}
          </div>
          <p className="text-sm text-ink-3">{bot.category}</p>
          {bot.description !== '' && <p className="mt-1 bot-lines text-sm text-ink-2">{bot.description}</p>}
          <p className="tabular mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-3">
            <span>{counted(rows, 'training row')}</span>
            <span>{counted(people, 'assigned user')}</span>
            {open > 0 && <span className="font-medium text-warn">{counted(open, 'open question')}</span>}
            {failing > 0 && <span className="font-medium text-bad">{counted(failing, 'failing question')}</span>}
          </p>
        </div>
        <SelectField
          quiet
          label={`Status of ${bot.bot_name}`}
          value={bot.status}
          disabled={isOffline}
          options={STATUSES.map((status) => [status, STATUS_LABEL[status]] as const)}
          onChange={(event) => {
            const to = STATUSES.find((status) => status === event.target.value)
            if (to !== undefined && to !== bot.status) onAsk({ is: 'status', bot, to })
          }}
          className="w-full sm:w-auto"
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2 border-t border-line pt-3">
        <Button size="sm" onClick={onTrain}>
          Training
        </Button>
        <Button size="sm" disabled={isOffline} onClick={() => onAsk({ is: 'edit', bot })}>
          Edit
        </Button>
        <Button size="sm" tone="danger" disabled={isOffline} onClick={() => onAsk({ is: 'delete', bot })} className="ml-auto">
          Delete
        </Button>
      </div>
    </li>
  )
}

function Deleted({ bots, isOffline }: { bots: readonly ChatbotRow[]; isOffline: boolean }) {
  const now = useMinute()
  const doing = useDoing(true)
  return (
    <section aria-label="Recently deleted" className="mt-8">
      <h2 className="mb-2 text-sm font-semibold text-ink-2">Recently deleted</h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {bots.map((bot) => (
          <li key={bot.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate text-base font-medium text-ink-2">{bot.bot_name}</p>
              <p className="text-sm text-ink-3">Deleted {shortTime(bot.deleted_at ?? '', now)}. It is gone for good after 30 days.</p>
            </div>
            <Button
              size="sm"
              busy={doing.busy}
              disabled={isOffline}
              icon={<RotateCcw size={15} aria-hidden="true" />}
              onClick={() => void doing.run(() => restoreBot(bot.id), DONE.restore)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
