// The admins' dashboard: every client, newest first, kept up while it is looked at.
import { SearchX, Users } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'

import { type DirectoryEntry, type DirectoryView, matching, useDirectory } from '../../live/use-directory'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { SearchField } from '../../ui/search-field'
import { useMedia } from '../../ui/use-media'
import { useShortcut } from '../../ui/use-shortcut'
import { ClientList } from './client-list'
import { ColumnHeads } from './column-heads'
import { ClientsSkeleton } from './clients-skeleton'

type ClientsScreenProps = {
  /** The address of a client's conversation. */
  hrefOf: (clientId: string) => string
}

export function ClientsScreen({ hrefOf }: ClientsScreenProps) {
  const directory = useDirectory()
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  useShortcut('/', () => search.current?.focus())
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 pt-4 pb-3 lg:px-6 lg:pt-5 lg:pb-4">
        <div className="flex min-w-0 items-baseline gap-2.5">
          <h1 className="text-xl font-semibold text-ink">Admin Dashboard</h1>
          <p className="tabular text-sm whitespace-nowrap text-ink-3">{countText(directory)}</p>
        </div>
        <SearchField
          field={search}
          label="Search clients"
          placeholder="Search company, contact or e-mail"
          shortcut="/"
          value={query}
          onChange={setQuery}
          className="w-full sm:w-80"
        />
      </div>
      <Content directory={directory} query={query} hrefOf={hrefOf} onClear={() => setQuery('')} />
    </div>
  )
}

function countText(directory: DirectoryView): string {
  if (directory.is !== 'ready' || !directory.isWhole) return ''
  const count = directory.newest.length
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'client' : 'clients'}`
}

const NONE: readonly DirectoryEntry[] = []

type ContentProps = { directory: DirectoryView; query: string; hrefOf: (clientId: string) => string; onClear: () => void }

function Content({ directory, query, hrefOf, onClear }: ContentProps) {
  const wide = useMedia('(min-width: 64rem)')
  const asked = useDeferredValue(query)
  const all = directory.is === 'ready' ? directory.newest : NONE
  const found = useMemo(() => matching(all, asked), [all, asked])
  if (directory.is === 'loading') return <ClientsSkeleton />
  if (directory.is === 'failed') {
    return (
      <Alert
        className="mx-4 lg:mx-6"
        action={
          <Button size="sm" onClick={directory.retry}>
            Retry
          </Button>
        }
      >
        Error loading clients. Please try again later.
      </Alert>
    )
  }
  if (all.length === 0) {
    return (
      <EmptyState icon={<Users size={22} aria-hidden="true" />} title="No clients yet" className="flex-1">
        A business appears here the moment it signs up.
      </EmptyState>
    )
  }
  if (found.length === 0) {
    return (
      <EmptyState
        icon={<SearchX size={22} aria-hidden="true" />}
        title={`Nothing found for “${asked.trim()}”`}
        className="flex-1"
        action={<Button onClick={onClear}>Clear search</Button>}
      >
        Search looks at company, contact and e-mail.
      </EmptyState>
    )
  }
  return (
    <>
      {wide && <ColumnHeads />}
      <ClientList found={found} filling={!directory.isWhole} wide={wide} hrefOf={hrefOf} />
    </>
  )
}
