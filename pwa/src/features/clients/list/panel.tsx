// The client list with search, sort order, and bulk actions.
import { RefreshCw, Users } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'

import { numberText } from '../../../lib/text/numbers'
import { useLive } from '../../../live/live'
import { type DirectoryEntry, type DirectoryView, matching } from '../../../live/directory/use-directory'
import { Button, IconButton } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { WIDE_BAND } from '../../../ui/layout/page'
import { ClientListFrame } from '../../../ui/list/client-list-frame'
import { SearchField } from '../../../ui/form/search-field'
import { SelectField } from '../../../ui/form/select-field'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { useMedia } from '../../../ui/hooks/use-media'
import { useSearchText } from '../../../ui/list/use-search-text'
import { useShortcut } from '../../../ui/hooks/use-shortcut'
import { useTabStrip } from '../../../ui/hooks/use-tab-strip'
import { AnswerNext } from './answer-next'
import { BulkBar } from './bulk-bar'
import { FilterChips } from './filter-chips'
import { type Filter, filtered, EMPTY_TEXT } from './filters'
import { ClientList } from './list'
import { ClientsSkeleton } from './skeleton'
import { ColumnHeads } from './column-heads'
import { storeOrder, storedOrder } from './stored-order'
import { type Column, COLUMN_NAMES, COLUMNS, inOrder, type Sorted } from './orders'

const NONE: readonly DirectoryEntry[] = []
const OPTIONS = COLUMNS.map((column) => [column, COLUMN_NAMES[column]] as const)

type ClientsPanelProps = {
  directory: DirectoryView
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  /** Id of the client that this admin has just added. */
  added: string | null
}

export function ClientsPanel({ directory, chosen, onChoose, added }: ClientsPanelProps) {
  const { userId } = useLive()
  const [query, setQuery] = useSearchText('Clients')
  const [sorted, setSorted] = useState(() => storedOrder(userId))
  const [filter, setFilter] = useState<Filter>('all')
  const wide = useMedia('(min-width: 64rem)')
  const strip = useTabStrip<HTMLDivElement>(filter)
  const search = useRef<HTMLInputElement>(null)
  useShortcut('find', () => search.current?.focus())
  const sort = (next: Sorted) => {
    setSorted(next)
    storeOrder(userId, next)
  }
  const deferredQuery = useDeferredValue(query)
  const all = directory.is === 'ready' ? directory.newest : NONE
  const parts = useMemo(() => filtered(all), [all])
  const part = parts[filter]
  const ordered = useMemo(() => inOrder(part, sorted), [part, sorted])
  const matches = useMemo(() => matching(ordered, deferredQuery), [ordered, deferredQuery])
  return (
    <>
      <AnswerNext directory={directory} />
      <div
        className={cx(
          'flex flex-wrap items-center gap-2 py-3 max-sm:gap-y-0.5 max-sm:pt-1 max-sm:pb-0.5',
          WIDE_BAND,
        )}
      >
        <SearchField
          field={search}
          label="Search clients"
          placeholder={wide ? 'Search company, contact or email' : 'Search'}
          shortcut="/"
          value={query}
          onChange={setQuery}
          className="client-search min-w-0 flex-1 basis-0 sm:max-w-80 sm:basis-36"
        />
        <SelectField
          label="Order"
          isLabelHidden
          options={OPTIONS}
          value={sorted.by}
          onChange={(event) => sort({ by: event.currentTarget.value as Column, isReversed: false })}
          className="client-order w-42 shrink-0 sm:order-1 sm:w-48"
        />
        <div className="flex w-full items-center gap-2 sm:contents">
          {/* At 320 px, the chips scroll sideways. */}
          <div {...strip} className="-ml-4 min-w-0 flex-1 overflow-x-auto pl-4 sm:contents">
            <FilterChips
              value={filter}
              parts={directory.is === 'ready' && directory.isWhole ? parts : null}
              onChange={setFilter}
            />
          </div>
          <IconButton
            label="Refresh clients"
            className="max-sm:-mr-2 sm:order-2"
            onClick={() => directory.is !== 'loading' && directory.retry()}
          >
            <RefreshCw size={16} aria-hidden="true" />
          </IconButton>
        </div>
        <p className="tabular ml-auto text-sm sm:order-3 whitespace-nowrap text-ink-3 max-sm:hidden">
          {countText(directory, matches.length, deferredQuery)}
        </p>
      </div>
      {chosen.size > 0 && (
        <BulkBar chosen={chosen} directory={directory} matches={matches} onChoose={onChoose} />
      )}
      <Content
        directory={directory}
        matches={matches}
        filter={filter}
        isPartEmpty={part.length === 0 && all.length > 0}
        onShowAll={() => setFilter('all')}
        query={deferredQuery}
        sorted={sorted}
        onSort={sort}
        wide={wide}
        chosen={chosen}
        added={added}
        onClear={() => setQuery('')}
      />
    </>
  )
}

/** The number of matches of a search. Without a search the chips show the numbers. */
function countText(directory: DirectoryView, matchCount: number, query: string): string {
  if (directory.is !== 'ready' || !directory.isWhole || query.trim() === '') return ''
  return `${numberText(matchCount)} ${matchCount === 1 ? 'client' : 'clients'} found`
}

type ContentProps = {
  directory: DirectoryView
  matches: readonly DirectoryEntry[]
  filter: Filter
  /** No client is in the filtered part. */
  isPartEmpty: boolean
  onShowAll: () => void
  query: string
  sorted: Sorted
  onSort: (sorted: Sorted) => void
  wide: boolean
  chosen: ReadonlySet<string>
  added: string | null
  onClear: () => void
}

function Content(props: ContentProps) {
  const { directory, matches, filter, isPartEmpty, onShowAll, query, sorted, onSort, wide } = props
  const { chosen, added, onClear } = props
  const all = directory.is === 'ready' ? directory.newest.length : 0
  if (isPartEmpty && filter !== 'all') {
    return (
      <EmptyState
        icon={<Users size={22} aria-hidden="true" />}
        title={EMPTY_TEXT[filter]}
        className="flex-1"
        action={<Button onClick={onShowAll}>Show all</Button>}
      />
    )
  }
  return (
    <ClientListFrame
      source={directory}
      totalCount={all}
      matchCount={matches.length}
      query={query}
      onClear={onClear}
      skeleton={<ClientsSkeleton />}
    >
      {wide && <ColumnHeads sorted={sorted} onSort={onSort} />}
      {directory.is === 'ready' && (
        <ClientList
          matches={matches}
          of={directory.of}
          arrangement={`${filter} ${sorted.by} ${String(sorted.isReversed)} ${query}`}
          isLoading={!directory.isWhole}
          wide={wide}
          chosen={chosen}
          added={added}
        />
      )}
    </ClientListFrame>
  )
}
