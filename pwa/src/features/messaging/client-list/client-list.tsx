// The admins' list of conversations, sorted by company, with a filter field.
import { type RefObject, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'

import { type DirectoryEntry, matching, useDirectory } from '../../../live/directory/use-directory'
import { ClientListFrame } from '../../../ui/list/client-list-frame'
import { SearchField } from '../../../ui/form/search-field'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useMinute } from '../../../ui/hooks/use-now'
import { useSearchText } from '../../../ui/form/use-search-text'
import { useShortcut } from '../../../ui/hooks/use-shortcut'
import { WindowedList } from '../../../ui/list/windowed-list'
import { ITEM_HEIGHT, ClientListItem } from './item'

type ClientListProps = {
  selected: string | null
  /** The address of a client's conversation. */
  hrefOf: (clientId: string) => string
  list: RefObject<HTMLDivElement | null>
}

export function ClientList({ selected, hrefOf, list }: ClientListProps) {
  const directory = useDirectory()
  const now = useMinute()
  const [query, setQuery] = useSearchText('Conversations')
  const search = useRef<HTMLInputElement>(null)
  const deferredQuery = useDeferredValue(query)
  useShortcut('/', () => search.current?.focus())

  const all = directory.is === 'ready' ? directory.byCompany : NONE
  const matches = useMemo(() => matching(all, deferredQuery), [all, deferredQuery])
  const keyOf = useCallback((index: number) => matches[index]?.client.id ?? '', [matches])
  // Scroll to the conversation selected at mount. A later click selects a row that is already visible.
  const [initialId] = useState(selected)
  const startAt = matches.findIndex((entry) => entry.client.id === initialId)
  return (
    <section aria-label="Clients" className="flex min-h-0 flex-1 flex-col">
      <div className="shrink-0 border-b border-line px-3 py-2.5">
        <SearchField
          field={search}
          label="Filter clients"
          placeholder="Filter clients"
          shortcut="/"
          value={query}
          onChange={setQuery}
          onKeyDown={(event) => {
            const first = list.current?.querySelector<HTMLElement>('[data-row]')
            if (event.key === 'ArrowDown') first?.focus()
            else if (event.key === 'Enter') first?.click()
            else return
            event.preventDefault()
          }}
        />
      </div>
      <ClientListFrame
        source={directory}
        all={all.length}
        matchCount={matches.length}
        query={deferredQuery}
        onClear={() => setQuery('')}
        skeleton={<ListSkeleton />}
      >
        <WindowedList
          label="Conversations"
          count={matches.length}
          keyOf={keyOf}
          rowHeight={ITEM_HEIGHT}
          scroller={list}
          startAt={startAt}
          className="pb-[var(--safe-bottom)]"
        >
          {(index, focus) => {
            const entry = matches[index]
            if (entry === undefined) return null
            const { id } = entry.client
            return (
              <ClientListItem
                entry={entry}
                href={hrefOf(id)}
                isSelected={id === selected}
                now={now}
                focus={focus}
              />
            )
          }}
        </WindowedList>
      </ClientListFrame>
    </section>
  )
}

const NONE: readonly DirectoryEntry[] = []
const ROWS = Array.from({ length: 9 }, (_, index) => index)

function ListSkeleton() {
  return (
    <div role="status" className="overflow-hidden">
      <span className="sr-only">Loading clients</span>
      {ROWS.map((row) => (
        <div key={row} style={{ height: ITEM_HEIGHT }} className="flex items-center gap-3 px-3">
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
