// A list of clients with a filter field. The caller renders the rows.
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react'

import { Skeleton } from '../feedback/skeleton'
import { SearchField } from '../form/search-field'
import { useSearchText } from './use-search-text'
import { useShortcut } from '../hooks/use-shortcut'
import { ClientListFrame } from './client-list-frame'
import { type RowFocus, WindowedList } from './windowed-list'

type Entry = { client: { id: string } }

type ClientListProps<E extends Entry> = {
  /** The list's accessible name. */
  label: string
  /** The state of the client data, and the clients in their order. */
  source: { is: 'loading' } | { is: 'failed'; retry: () => void } | { is: 'ready'; byCompany: readonly E[] }
  /** Returns the entries that match the text of the filter field. */
  matching: (entries: readonly E[], query: string) => readonly E[]
  /** Content above the list, below the filter field. */
  above?: ReactNode
  /** The entries to list instead of all entries. A search always includes all entries. */
  only?: readonly E[] | undefined
  /** The content that is shown if `only` is empty. */
  nothing?: ReactNode
  selected: string | null
  rowHeight: number
  scroller: RefObject<HTMLDivElement | null>
  children: (entry: E, isSelected: boolean, focus: RowFocus) => ReactNode
}

const NONE: readonly never[] = []

export function ClientList<E extends Entry>({
  label,
  source,
  matching,
  above,
  only,
  nothing,
  selected,
  rowHeight,
  scroller,
  children,
}: ClientListProps<E>) {
  const [query, setQuery] = useSearchText(label)
  const search = useRef<HTMLInputElement>(null)
  const deferredQuery = useDeferredValue(query)
  useShortcut('find', () => search.current?.focus())

  const all = source.is === 'ready' ? source.byCompany : NONE
  const listed = deferredQuery.trim() === '' ? (only ?? all) : all
  const matches = useMemo(() => matching(listed, deferredQuery), [matching, listed, deferredQuery])
  const keyOf = useCallback((index: number) => matches[index]?.client.id ?? '', [matches])
  // Scroll to the client selected at mount. A later click selects a row that is already visible.
  const [initialId] = useState(selected)
  const startAt = matches.findIndex((entry) => entry.client.id === initialId)
  return (
    <section aria-label="Clients" className="flex min-h-0 flex-1 flex-col">
      <div className="list-head shrink-0 space-y-2 border-b border-line px-3 py-2.5">
        <SearchField
          field={search}
          label="Filter clients"
          placeholder="Filter clients"
          shortcut="/"
          value={query}
          onChange={setQuery}
          onKeyDown={(event) => {
            const first = scroller.current?.querySelector<HTMLElement>('[data-row]')
            if (event.key === 'ArrowDown') first?.focus()
            else if (event.key === 'Enter') first?.click()
            else return
            event.preventDefault()
          }}
        />
        {above}
      </div>
      <ClientListFrame
        source={source}
        totalCount={all.length}
        matchCount={listed.length === 0 ? all.length : matches.length}
        query={deferredQuery}
        onClear={() => setQuery('')}
        skeleton={<ListSkeleton rowHeight={rowHeight} />}
      >
        {listed.length === 0 && nothing}
        <WindowedList
          label={label}
          count={matches.length}
          keyOf={keyOf}
          rowHeight={rowHeight}
          scroller={scroller}
          startAt={startAt}
          className="pb-[var(--safe-bottom)]"
        >
          {(index, focus) => {
            const entry = matches[index]
            return entry === undefined ? null : children(entry, entry.client.id === selected, focus)
          }}
        </WindowedList>
      </ClientListFrame>
    </section>
  )
}

const SKELETON_ROWS = Array.from({ length: 9 }, (_, index) => index)

function ListSkeleton({ rowHeight }: { rowHeight: number }) {
  return (
    <div role="status" className="overflow-hidden">
      <span className="sr-only">Loading clients</span>
      {SKELETON_ROWS.map((row) => (
        <div key={row} style={{ height: rowHeight }} className="flex items-center gap-3 px-3">
          <Skeleton className="size-9 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-3/5" />
            <Skeleton className="h-3 w-11/12" />
          </div>
        </div>
      ))}
    </div>
  )
}
