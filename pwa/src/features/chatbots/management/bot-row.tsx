// A bot in the table of the bots: its name, status, counts and actions.
import { ChevronDown, Ellipsis, Trash2 } from 'lucide-react'

import { countedText } from '../../../lib/text/numbers'
import type { ChatbotRow } from '../../../db/rows/bots'
import { Avatar } from '../../../ui/avatar'
import { Button, IconButton } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { MenuButton } from '../../../ui/overlay/menu-button'
import { type DotTone, StatusDot } from '../../../ui/status-dot'
import type { Managed } from '../queries'
import { BotOutcome } from './bot-outcome'
import { STATUS_LABEL, STATUSES } from '../rules'

/** On a phone a row is a card: its wide cells are stacked, and its counts share one line. */
const CELL = 'px-3 py-3 max-md:mt-2 max-md:block max-md:w-full max-md:p-0!'
const DOTS: Record<ChatbotRow['status'], DotTone> = { training: 'warn', active: 'good', not_listed: 'idle' }
const COUNT_CELL = 'bot-count tabular px-3 py-3 text-sm'

export type BotDialogState =
  { is: 'edit' | 'delete'; bot: ChatbotRow } | { is: 'status'; bot: ChatbotRow; to: ChatbotRow['status'] }

type BotRowProps = {
  bot: ChatbotRow
  managed: Managed
  /** The company of each client's user. */
  companies: ReadonlyMap<string, string>
  isOffline: boolean
  onOpenDialog: (dialog: BotDialogState) => void
  onTrain: () => void
}

export function BotRow(props: BotRowProps) {
  return (
    <tr className="bot-row align-middle">
      <NameCell bot={props.bot} />
      <StatusCell {...props} />
      <TrainingCell {...props} />
      <UsersCell {...props} />
      <td className={COUNT_CELL}>
        <BotOutcome {...props} />
      </td>
      <ActionsCell {...props} />
    </tr>
  )
}

function NameCell({ bot }: { bot: ChatbotRow }) {
  return (
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
            <p className="bot-lines max-w-80 text-sm text-ink-2">{bot.description}</p>
          )}
        </div>
      </div>
    </th>
  )
}

/** The status, which opens a menu of the other ones. Each of them first opens a dialog with its effect. */
function StatusCell({ bot, managed, isOffline, onOpenDialog }: BotRowProps) {
  const isListed = managed.listings.get(bot.id)?.is_active === true
  const label = `Status of ${bot.bot_name}`
  return (
    <td className={cx(COUNT_CELL, 'bot-status')}>
      <MenuButton
        label={label}
        items={STATUSES.filter((status) => status !== bot.status).map((to) => ({
          label: `Set to ${STATUS_LABEL[to].toLowerCase()}…`,
          icon: <StatusDot tone={DOTS[to]} />,
          onSelect: () => onOpenDialog({ is: 'status', bot, to }),
        }))}
        button={(props) => (
          <Button
            {...props}
            size="sm"
            tone="borderless"
            aria-label={`${label}: ${STATUS_LABEL[bot.status]}`}
            disabled={isOffline}
            data-place={`status ${bot.id}`}
            icon={<StatusDot tone={DOTS[bot.status]} />}
            className="-ml-2.5"
          >
            {STATUS_LABEL[bot.status]}
            <ChevronDown size={14} aria-hidden="true" />
          </Button>
        )}
      />
      {isListed && <p className="text-sm text-ink-3">On the marketplace</p>}
    </td>
  )
}

/** A number in its column, followed by its noun if the cells are stacked. */
function TrainingCell({ bot, managed }: BotRowProps) {
  const count = managed.training.filter((row) => row.chatbot_id === bot.id).length
  const [number, ...words] = countedText(count, 'answer').split(' ')
  return (
    <td className={cx(COUNT_CELL, 'text-ink-2')}>
      {number} <span className="md:sr-only">{words.join(' ')}</span>
    </td>
  )
}

/** The company to which the bot is assigned, or to how many users. The users by the marketplace are unknown. */
function UsersCell({ bot, managed, companies }: BotRowProps) {
  const users = managed.assignments.filter((row) => row.chatbot_id === bot.id)
  const names = users.flatMap(({ user_id }) => companies.get(user_id) ?? [])
  const [only] = names
  return (
    <td className={cx(COUNT_CELL, users.length === 0 ? 'text-ink-3' : 'text-ink-2')}>
      {/* On phones, where no head stands above the column. */}
      <span className="md:hidden">Assigned to: </span>
      {users.length === 0
        ? 'Nobody'
        : users.length === 1 && only !== undefined
          ? only
          : countedText(users.length, 'user')}
    </td>
  )
}

function ActionsCell({ bot, isOffline, onOpenDialog, onTrain }: BotRowProps) {
  const more = `More actions for ${bot.bot_name}`
  return (
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
          label={more}
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
              label={more}
              data-place={`more ${bot.id}`}
              className="max-md:ml-auto"
            >
              <Ellipsis size={16} aria-hidden="true" />
            </IconButton>
          )}
        />
      </div>
    </td>
  )
}
