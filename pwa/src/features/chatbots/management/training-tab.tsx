// Tab of a bot's training data, open questions, and saved questions.
import { BookOpen, Download, Pencil, Plus, Trash2 } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'

import type { TrainingRow } from '../../../db/rows/bots'
import { Badge } from '../../../ui/badge'
import { Button, IconButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { SearchField } from '../../../ui/form/search-field'
import { SelectField } from '../../../ui/form/select-field'
import { usePlaceIn } from '../../../ui/list/use-scroll-restoration'
import { singleClick } from '../../../ui/single-click'
import { useSearchText } from '../../../ui/form/use-search-text'
import { useAction } from '../../../ui/hooks/use-action'
import { NoBots } from '../chat/panel'
import { ImportDialog } from './import-dialog'
import { deleteTraining, SUCCESS_TEXTS } from '../mutations'
import type { Managed } from '../queries'
import { QuestionsPanel } from './questions-panel'
import { SOURCE_LABEL } from '../rules'
import { TrainingDialog } from './training-dialog'

type TrainingTabProps = {
  managed: Managed
  isOffline: boolean
  chosen: string | null
  onChoose: (botId: string) => void
}
type DialogState = { is: 'add' } | { is: 'import' } | { is: 'edit'; row: TrainingRow }

/** At most this many rows are shown. The search finds the others. */
const MAX_SHOWN_ROWS = 100

export function TrainingTab({ managed, isOffline, chosen, onChoose }: TrainingTabProps) {
  const [query, setQuery] = useSearchText('Training Data')
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const list = useRef<HTMLUListElement>(null)
  usePlaceIn('Training Data', list)
  const searchText = useDeferredValue(query.trim().toLowerCase())
  const bot = managed.bots.find(({ id }) => id === chosen) ?? managed.bots[0]
  const botId = bot?.id
  const rows = useMemo(
    () => managed.training.filter((row) => row.chatbot_id === botId),
    [managed.training, botId],
  )
  const matches = useMemo(
    () =>
      rows.filter(
        (row) => searchText === '' || `${row.question}\n${row.answer}`.toLowerCase().includes(searchText),
      ),
    [rows, searchText],
  )
  if (bot === undefined) return <NoBots>Create a chatbot first, then teach it.</NoBots>
  const close = () => setDialog(null)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Chatbot"
          value={bot.id}
          options={managed.bots.map((one) => [one.id, one.bot_name] as const)}
          onChange={(event) => onChoose(event.target.value)}
          className="min-w-36 flex-1 sm:max-w-80"
        />
        <div className="flex flex-wrap gap-2 ">
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            disabled={isOffline}
            onClick={() => setDialog({ is: 'import' })}
          >
            Import
          </Button>
          <Button
            tone="primary"
            icon={<Plus size={17} aria-hidden="true" />}
            disabled={isOffline}
            onClick={() => setDialog({ is: 'add' })}
          >
            Add Training Data
          </Button>
        </div>
      </div>
      <QuestionsPanel key={bot.id} bot={bot} managed={managed} isOffline={isOffline} />
      <section aria-label="Training Data" className="rounded-lg border border-line bg-surface shadow-1">
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
          <h2 className="text-head font-semibold text-ink">
            Training Data <span className="tabular font-normal text-ink-3">{rows.length}</span>
          </h2>
          {rows.length > 0 && (
            <SearchField
              label="Search training data"
              placeholder="Search questions and answers"
              value={query}
              onChange={setQuery}
              className="w-full sm:w-80"
            />
          )}
        </div>
        {rows.length === 0 ? (
          <EmptyState
            icon={<BookOpen size={22} aria-hidden="true" />}
            title={`${bot.bot_name} has no training data yet`}
          >
            Add questions with their answers, or import them from a page, a document or an API.
          </EmptyState>
        ) : (
          <ul ref={list} className="divide-y divide-line">
            {matches.slice(0, MAX_SHOWN_ROWS).map((row) => (
              <Row
                key={row.id}
                row={row}
                isOffline={isOffline}
                onEdit={() => setDialog({ is: 'edit', row })}
              />
            ))}
          </ul>
        )}
        {rows.length > 0 && matches.length === 0 && (
          <p className="px-4 py-6 text-center text-base text-ink-2">Nothing matches “{query.trim()}”.</p>
        )}
        {matches.length > MAX_SHOWN_ROWS && (
          <p className="border-t border-line px-4 py-3 text-sm text-ink-3">
            {matches.length - MAX_SHOWN_ROWS} more. Search to find them.
          </p>
        )}
      </section>
      {dialog?.is === 'add' && <TrainingDialog bot={bot} onClosed={close} />}
      {dialog?.is === 'edit' && <TrainingDialog bot={bot} row={dialog.row} onClosed={close} />}
      {dialog?.is === 'import' && <ImportDialog bot={bot} onClosed={close} />}
    </div>
  )
}

function Row({ row, isOffline, onEdit }: { row: TrainingRow; isOffline: boolean; onEdit: () => void }) {
  const action = useAction({ errorAsToast: true })
  const [isSure, setSure] = useState(false)
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3 sm:flex-nowrap">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-base font-medium break-words text-ink">{row.question}</p>
        <p className="mt-0.5 bot-lines text-sm break-words whitespace-pre-wrap text-ink-2">{row.answer}</p>
        {row.source_type !== 'manual' && (
          <p className="mt-1.5 flex items-center gap-2 text-xs text-ink-3">
            <Badge>{SOURCE_LABEL[row.source_type]}</Badge>
            {row.source_url !== null && (
              <a
                href={row.source_url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="truncate hover:underline"
              >
                {row.source_url}
              </a>
            )}
          </p>
        )}
      </div>
      {isSure ? (
        <div className="flex items-center gap-2">
          <Button size="sm" onClick={() => setSure(false)}>
            Keep
          </Button>
          <Button
            size="sm"
            tone="danger"
            busy={action.busy}
            onClick={singleClick(
              () => void action.run(() => deleteTraining(row.id), SUCCESS_TEXTS.deleteTraining),
            )}
          >
            Delete for good
          </Button>
        </div>
      ) : (
        <div className="flex">
          <IconButton size="sm" label="Edit" data-place={row.id} disabled={isOffline} onClick={onEdit}>
            <Pencil size={15} aria-hidden="true" />
          </IconButton>
          <IconButton
            size="sm"
            label="Delete"
            data-place={`delete ${row.id}`}
            disabled={isOffline}
            onClick={() => setSure(true)}
          >
            <Trash2 size={15} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </li>
  )
}
