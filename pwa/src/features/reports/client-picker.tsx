// The admins' list of clients by company, with a search field.
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'

import { type DirectoryEntry, matching, useDirectory } from '../../live/directory/use-directory'
import { Avatar } from '../../ui/avatar'
import { ClientListFrame } from '../../ui/list/client-list-frame'
import { cx } from '../../ui/cx'
import { SearchField } from '../../ui/form/search-field'
import { Skeleton } from '../../ui/feedback/skeleton'
import { useSearchText } from '../../ui/form/use-search-text'
import { useShortcut } from '../../ui/hooks/use-shortcut'
import { WindowedList } from '../../ui/list/windowed-list'

const ROW_HEIGHT = 56
const NONE: readonly DirectoryEntry[] = []

type ClientPickerProps = { selected: string | null; hrefOf: (clientId: string) => string }

export function ClientPicker({ selected, hrefOf }: ClientPickerProps) {
  const directory = useDirectory()
  const list = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useSearchText('Clients by company')
  const deferredQuery = useDeferredValue(query)
  useShortcut('/', () => search.current?.focus())
  const all = directory.is === 'ready' ? directory.byCompany : NONE
  const matches = useMemo(() => matching(all, deferredQuery), [all, deferredQuery])
  const keyOf = useCallback((index: number) => matches[index]?.client.id ?? '', [matches])
  const [cameFor] = useState(selected)
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
        skeleton={<PickerSkeleton />}
      >
        <WindowedList
          label="Clients by company"
          count={matches.length}
          keyOf={keyOf}
          rowHeight={ROW_HEIGHT}
          scroller={list}
          startAt={matches.findIndex((entry) => entry.client.id === cameFor)}
          className="pb-[var(--safe-bottom)]"
        >
          {(index, focus) => {
            const client = matches[index]?.client
            if (client === undefined) return null
            return (
              <Link
                {...focus}
                to={hrefOf(client.id)}
                aria-current={client.id === selected ? 'page' : undefined}
                className={cx(
                  'mx-1.5 my-0.5 flex h-[calc(100%-0.25rem)] items-center gap-3 rounded-md px-2.5 focus-visible:outline-offset-[-2px]',
                  client.id === selected ? 'bg-primary-soft' : 'hover:bg-hover',
                )}
              >
                <Avatar name={client.company_name} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-base font-medium text-ink">{client.company_name}</span>
                  <span className="block truncate text-sm text-ink-3">
                    {client.user_id === null ? 'Not signed up yet' : client.contact_name}
                  </span>
                </span>
              </Link>
            )
          }}
        </WindowedList>
      </ClientListFrame>
    </section>
  )
}

function PickerSkeleton() {
  return (
    <div role="status" className="space-y-4 p-4">
      <span className="sr-only">Loading clients</span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  )
}
