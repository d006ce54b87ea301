// The training data of one bot, with its search.
import { BookOpen, Pencil, Trash2 } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'

import type { ChatbotRow, TrainingRow } from '../../../db/rows/bots'
import { Badge } from '../../../ui/badge'
import { Button, IconButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { SearchField } from '../../../ui/form/search-field'
import { usePlaceIn } from '../../../ui/list/use-scroll-restoration'
import { singleClick } from '../../../ui/single-click'
import { useSearchText } from '../../../ui/list/use-search-text'
import { useAction } from '../../../ui/hooks/use-action'
import { deleteTraining, SUCCESS_TEXTS } from '../mutations'
import { SOURCE_LABEL } from '../rules'

/** At most this many rows are shown. The search finds the others. */
const MAX_SHOWN_ROWS = 100

type TrainingListProps = {
  bot: ChatbotRow
  rows: readonly TrainingRow[]
  isOffline: boolean
  onEdit: (row: TrainingRow) => void
}

export function TrainingList({ bot, rows, isOffline, onEdit }: TrainingListProps) {
  const [query, setQuery] = useSearchText('Training Data')
  const list = useRef<HTMLUListElement>(null)
  usePlaceIn('Training Data', list)
  const searchText = useDeferredValue(query.trim().toLowerCase())
  const matches = useMemo(
    () =>
      rows.filter(
        (row) => searchText === '' || `${row.question}\n${row.answer}`.toLowerCase().includes(searchText),
      ),
    [rows, searchText],
  )
  return (
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
            <Row key={row.id} row={row} isOffline={isOffline} onEdit={() => onEdit(row)} />
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
        {(row.source_type !== 'manual' || row.source_url !== null) && (
          <p className="mt-1.5 flex items-center gap-2 text-xs text-ink-3">
            {row.source_type !== 'manual' && <Badge>{SOURCE_LABEL[row.source_type]}</Badge>}
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
