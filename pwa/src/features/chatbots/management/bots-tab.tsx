// Table of the bots with status, counts and actions, and below it the recently deleted bots.
import { Bot, Ellipsis, RotateCcw, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'

import { countedText } from '../../../lib/text/numbers'
import type { ChatbotRow } from '../../../db/rows/bots'
import { Avatar } from '../../../ui/avatar'
import { Badge } from '../../../ui/badge'
import { Button, IconButton } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { SelectField } from '../../../ui/form/select-field'
import { shortTime } from '../../../lib/text/days'
import { useAction } from '../../../ui/hooks/use-action'
import { useMinute } from '../../../ui/hooks/use-now'
import { usePlaceIn } from '../../../ui/list/use-scroll-restoration'
import { MenuButton } from '../../../ui/overlay/menu-button'
import { BotDialog } from './bot-dialog'
import { DeleteDialog } from './delete-dialog'
import { SUCCESS_TEXTS, restoreBot } from '../mutations'
import type { Managed } from '../queries'
import { STATUS_LABEL, STATUSES } from '../rules'
import { StatusDialog } from './status-dialog'

const COLUMNS = ['Chatbot', 'Status', 'Training Data', 'Users', 'Open questions', 'Actions']
/** On a phone a row is a card: its wide cells are stacked, and its counts share one line. */
const CELL = 'px-3 py-3 max-md:mt-2 max-md:block max-md:w-full max-md:p-0!'
const COUNT_CELL = 'bot-count tabular px-3 py-3 text-sm'

type BotsTabProps = { managed: Managed; isOffline: boolean; onTrain: (botId: string) => void }
type DialogState =
  { is: 'edit' | 'delete'; bot: ChatbotRow } | { is: 'status'; bot: ChatbotRow; to: ChatbotRow['status'] }

export function BotsTab({ managed, isOffline, onTrain }: BotsTabProps) {
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const table = useRef<HTMLTableElement>(null)
  usePlaceIn('Chatbots', table)
  const close = () => setDialog(null)
  if (managed.bots.length === 0 && managed.deleted.length === 0) {
    return (
      <EmptyState icon={<Bot size={22} aria-hidden="true" />} title="No chatbots yet">
        Create one, teach it what your clients ask, try it, and activate it.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-1">
        <table ref={table} className="w-full max-md:block">
          <caption className="sr-only">Chatbots</caption>
          <thead className="border-b border-line bg-sunken text-left text-sm text-ink-3 max-md:sr-only">
            <tr>
              {COLUMNS.map((name) => (
                <th key={name} scope="col" className="px-3 py-2 font-medium first:pl-4 xl:whitespace-nowrap">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line max-md:block">
            {managed.bots.map((bot) => (
              <BotRow
                key={bot.id}
                bot={bot}
                managed={managed}
                isOffline={isOffline}
                onOpenDialog={setDialog}
                onTrain={() => onTrain(bot.id)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {managed.deleted.length > 0 && <Deleted bots={managed.deleted} isOffline={isOffline} />}
      {dialog?.is === 'edit' && <BotDialog bot={dialog.bot} onClosed={close} />}
      {dialog?.is === 'status' && (
        <StatusDialog bot={dialog.bot} to={dialog.to} managed={managed} onClosed={close} />
      )}
      {dialog?.is === 'delete' && <DeleteDialog bot={dialog.bot} onClosed={close} />}
    </>
  )
}

type BotRowProps = {
  bot: ChatbotRow
  managed: Managed
  isOffline: boolean
  onOpenDialog: (dialog: DialogState) => void
  onTrain: () => void
}

function BotRow({ bot, managed, isOffline, onOpenDialog, onTrain }: BotRowProps) {
  const rows = managed.training.filter((row) => row.chatbot_id === bot.id).length
  const users = managed.assignments.filter((row) => row.chatbot_id === bot.id).length
  const questions = managed.questions.filter((row) => row.chatbot_id === bot.id)
  const open = questions.filter((row) => row.stand === 'open').length
  const failing = questions.filter((row) => row.stand === 'saved' && row.has_passed === false).length
  const isListed = managed.listings.get(bot.id)?.is_active === true
  return (
    <tr className="bot-row align-middle">
      <th
        scope="row"
        className="px-3 py-3 text-left font-normal first:pl-4 max-md:block max-md:w-full max-md:p-0!"
      >
        <div className="flex items-center gap-3">
          <Avatar name={bot.bot_name} picture={bot.avatar} />
          <div className="min-w-0">
            <h2 className="text-head font-semibold text-ink">{bot.bot_name}</h2>
            <p className="text-sm text-ink-3">{bot.category}</p>
            {bot.description !== '' && (
              <p className="mt-1 bot-lines max-w-80 text-sm text-ink-2">{bot.description}</p>
            )}
          </div>
        </div>
      </th>
      <td className={CELL}>
        <SelectField
          quiet
          label={`Status of ${bot.bot_name}`}
          value={bot.status}
          disabled={isOffline}
          options={STATUSES.map((status) => [status, STATUS_LABEL[status]] as const)}
          onChange={(event) => {
            const to = STATUSES.find((status) => status === event.target.value)
            if (to !== undefined && to !== bot.status) onOpenDialog({ is: 'status', bot, to })
          }}
          className="w-full min-w-36"
        />
        {isListed && (
          <Badge tone="primary" className="mt-1.5">
            On the marketplace
          </Badge>
        )}
      </td>
      <Amount count={rows} thing="training answer" />
      <Amount count={users} thing="assigned user" />
      <td className={COUNT_CELL}>
        {open > 0 && (
          <button type="button" data-place={`questions ${bot.id}`} onClick={onTrain} className="bot-open">
            <Counted count={open} thing="open question" />
          </button>
        )}
        {failing > 0 && (
          <p className="font-medium whitespace-nowrap text-bad">
            {failing} failing<span className="md:sr-only"> {failing === 1 ? 'question' : 'questions'}</span>
          </p>
        )}
        {open + failing === 0 && <span className="text-ink-3 max-md:hidden">None</span>}
      </td>
      <td className={cx(CELL, 'md:w-px md:whitespace-nowrap')}>
        <div className="flex items-center gap-2">
          <Button size="sm" data-place={bot.id} onClick={onTrain}>
            Training Data
          </Button>
          <Button
            size="sm"
            data-place={`edit ${bot.id}`}
            disabled={isOffline}
            onClick={() => onOpenDialog({ is: 'edit', bot })}
          >
            Edit
          </Button>
          <MenuButton
            label={`More actions for ${bot.bot_name}`}
            items={[
              {
                label: 'Delete',
                icon: <Trash2 size={16} />,
                danger: true,
                onSelect: () => onOpenDialog({ is: 'delete', bot }),
              },
            ]}
            button={(props) => (
              <IconButton
                {...props}
                size="sm"
                disabled={isOffline}
                label={`More actions for ${bot.bot_name}`}
                data-place={`more ${bot.id}`}
                className="max-md:ml-auto"
              >
                <Ellipsis size={16} aria-hidden="true" />
              </IconButton>
            )}
          />
        </div>
      </td>
    </tr>
  )
}

type CountedProps = { count: number; thing: string }

function Amount(props: CountedProps) {
  return (
    <td className={cx(COUNT_CELL, 'text-ink-2')}>
      <Counted {...props} />
    </td>
  )
}

/** A number in its column, followed by its noun if the cells are stacked. */
function Counted({ count, thing }: CountedProps) {
  const [number, ...words] = countedText(count, thing).split(' ')
  return (
    <span>
      {number} <span className="md:sr-only">{words.join(' ')}</span>
    </span>
  )
}

function Deleted({ bots, isOffline }: { bots: readonly ChatbotRow[]; isOffline: boolean }) {
  const now = useMinute()
  const action = useAction({ errorAsToast: true })
  return (
    <section aria-label="Recently deleted" className="mt-8">
      <h2 className="mb-2 text-head font-semibold text-ink">Recently deleted</h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {bots.map((bot) => (
          <li key={bot.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate text-base font-medium text-ink-2">{bot.bot_name}</p>
              <p className="text-sm text-ink-3">
                Deleted {shortTime(bot.deleted_at ?? '', now)}. It is gone for good after 30 days.
              </p>
            </div>
            <Button
              size="sm"
              busy={action.busy}
              disabled={isOffline}
              icon={<RotateCcw size={15} aria-hidden="true" />}
              onClick={() => void action.run(() => restoreBot(bot.id), SUCCESS_TEXTS.restore)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
