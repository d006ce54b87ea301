// The client list with search, sort order, and bulk actions.
import { RefreshCw } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'

import { numberText } from '../../../lib/text/numbers'
import { useLive } from '../../../live/live'
import { type DirectoryEntry, type DirectoryView, matching } from '../../../live/directory/use-directory'
import { IconButton } from '../../../ui/button'
import { ClientListFrame } from '../../../ui/list/client-list-frame'
import { SearchField } from '../../../ui/form/search-field'
import { SelectField } from '../../../ui/form/select-field'
import { useMedia } from '../../../ui/hooks/use-media'
import { useSearchText } from '../../../ui/form/use-search-text'
import { useShortcut } from '../../../ui/hooks/use-shortcut'
import { BulkBar } from './bulk-bar'
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
  const wide = useMedia('(min-width: 64rem)')
  const search = useRef<HTMLInputElement>(null)
  useShortcut('find', () => search.current?.focus())
  const sort = (next: Sorted) => {
    setSorted(next)
    storeOrder(userId, next)
  }
  const deferredQuery = useDeferredValue(query)
  const all = directory.is === 'ready' ? directory.newest : NONE
  const ordered = useMemo(() => inOrder(all, sorted), [all, sorted])
  const matches = useMemo(() => matching(ordered, deferredQuery), [ordered, deferredQuery])
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 md:px-8">
        <SearchField
          field={search}
          label="Search clients"
          placeholder="Search company, contact or email"
          shortcut="/"
          value={query}
          onChange={setQuery}
          className="min-w-0 flex-1 basis-36 sm:max-w-80"
        />
        <SelectField
          label="Order"
          quiet
          options={OPTIONS}
          value={sorted.by}
          onChange={(event) => sort({ by: event.currentTarget.value as Column, turned: false })}
          className="w-32 sm:w-48"
        />
        <IconButton label="Refresh clients" onClick={() => directory.is !== 'loading' && directory.retry()}>
          <RefreshCw size={16} aria-hidden="true" />
        </IconButton>
        <p className="tabular ml-auto text-sm whitespace-nowrap text-ink-3 max-sm:hidden">
          {countText(directory, matches.length, deferredQuery)}
        </p>
      </div>
      {chosen.size > 0 && (
        <BulkBar chosen={chosen} directory={directory} matches={matches} onChoose={onChoose} />
      )}
      <Content
        directory={directory}
        matches={matches}
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

function countText(directory: DirectoryView, matchCount: number, query: string): string {
  if (directory.is !== 'ready' || !directory.isWhole) return ''
  const count = `${numberText(matchCount)} ${matchCount === 1 ? 'client' : 'clients'}`
  return query.trim() === '' ? count : `${count} found`
}

type ContentProps = {
  directory: DirectoryView
  matches: readonly DirectoryEntry[]
  query: string
  sorted: Sorted
  onSort: (sorted: Sorted) => void
  wide: boolean
  chosen: ReadonlySet<string>
  added: string | null
  onClear: () => void
}

function Content({ directory, matches, query, sorted, onSort, wide, chosen, added, onClear }: ContentProps) {
  const all = directory.is === 'ready' ? directory.newest.length : 0
  return (
    <ClientListFrame
      source={directory}
      all={all}
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
          question={`${sorted.by} ${String(sorted.turned)} ${query}`}
          filling={!directory.isWhole}
          wide={wide}
          chosen={chosen}
          added={added}
        />
      )}
    </ClientListFrame>
  )
}
