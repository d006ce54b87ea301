// Table of the bots with status, counts and actions, and below it the recently deleted bots.
import { Bot, RotateCcw, SearchX } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'

import type { ChatbotRow } from '../../../db/rows/bots'
import { type DirectoryEntry, useDirectory } from '../../../live/directory/use-directory'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { SearchField } from '../../../ui/form/search-field'
import { useSearchText } from '../../../ui/list/use-search-text'
import { shortTime } from '../../../lib/text/days'
import { useAction } from '../../../ui/hooks/use-action'
import { useMinute } from '../../../ui/hooks/use-now'
import { usePlaceIn } from '../../../ui/list/use-scroll-restoration'
import { BotDialog } from './bot-dialog'
import { type BotDialogState, BotRow } from './bot-row'
import { DeleteDialog } from './delete-dialog'
import { SUCCESS_TEXTS, restoreBot } from '../mutations'
import type { Managed } from '../queries'
import { OpenQuestions } from './open-questions'
import { StatusDialog } from './status-dialog'

const COLUMNS = ['Chatbot', 'Status', 'Training Data', 'Assigned to', 'How it answers', 'Actions']
/** A search field is shown from this number of chatbots on. */
const SEARCH_FROM = 8
type BotsTabProps = { managed: Managed; isOffline: boolean; onTrain: (botId: string) => void }

export function BotsTab({ managed, isOffline, onTrain }: BotsTabProps) {
  const [dialog, setDialog] = useState<BotDialogState | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const companies = useCompanies()
  const [query, setQuery] = useSearchText('Chatbots')
  usePlaceIn('Chatbots', table)
  const close = () => setDialog(null)
  const clear = () => {
    setQuery('')
    search.current?.focus()
  }
  if (managed.bots.length === 0 && managed.deleted.length === 0) {
    return (
      <EmptyState icon={<Bot size={22} aria-hidden="true" />} title="No chatbots yet">
        Create one, teach it what your clients ask, try it, and activate it.
      </EmptyState>
    )
  }
  const hasSearch = managed.bots.length >= SEARCH_FROM
  const shown = hasSearch ? managed.bots.filter((bot) => isMatch(bot, query)) : managed.bots
  return (
    <>
      {hasSearch && (
        <div className="mb-3 sm:max-w-80">
          <SearchField
            field={search}
            label="Find a chatbot"
            placeholder="Name or category"
            value={query}
            onChange={setQuery}
          />
        </div>
      )}
      {shown.length === 0 && hasSearch ? (
        <EmptyState
          icon={<SearchX size={22} aria-hidden="true" />}
          title={`Nothing found for “${query.trim()}”`}
          action={<Button onClick={clear}>Clear search</Button>}
        />
      ) : (
        <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-1">
          <table ref={table} className="w-full max-md:block">
            <caption className="sr-only">Chatbots</caption>
            <thead className="border-b border-line bg-sunken text-left text-sm text-ink-3 max-md:sr-only">
              <tr>
                {COLUMNS.map((name) => (
                  <th
                    key={name}
                    scope="col"
                    className="px-3 py-2 font-medium first:pl-4 xl:whitespace-nowrap"
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line max-md:block">
              {shown.map((bot) => (
                <BotRow
                  key={bot.id}
                  bot={bot}
                  managed={managed}
                  companies={companies}
                  isOffline={isOffline}
                  onOpenDialog={setDialog}
                  onTrain={() => onTrain(bot.id)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <OpenQuestions managed={managed} onTrain={onTrain} />
      {managed.deleted.length > 0 && <Deleted bots={managed.deleted} isOffline={isOffline} />}
      {dialog?.is === 'edit' && <BotDialog bot={dialog.bot} onClosed={close} />}
      {dialog?.is === 'status' && (
        <StatusDialog bot={dialog.bot} to={dialog.to} managed={managed} onClosed={close} />
      )}
      {dialog?.is === 'delete' && <DeleteDialog bot={dialog.bot} onClosed={close} />}
    </>
  )
}

function isMatch({ bot_name, category }: ChatbotRow, query: string): boolean {
  return `${bot_name} ${category}`.toLowerCase().includes(query.trim().toLowerCase())
}

/** The company of each client's user. */
function useCompanies(): ReadonlyMap<string, string> {
  const directory = useDirectory()
  const all = directory.is === 'ready' ? directory.byCompany : NONE
  return useMemo(
    () => new Map(all.map(({ client }) => [client.user_id ?? '', client.company_name] as const)),
    [all],
  )
}

const NONE: readonly DirectoryEntry[] = []

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
