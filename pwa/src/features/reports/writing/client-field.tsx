// A field to choose a client. It lists the clients that match the typed text.
import { useDeferredValue, useId, useMemo, useState } from 'react'

import { type DirectoryEntry, matching, useDirectory } from '../../../live/directory/use-directory'
import { Button } from '../../../ui/button'
import { SearchField } from '../../../ui/form/search-field'

const SHOWN = 5
const NONE: readonly DirectoryEntry[] = []

export function ClientField({
  value,
  onChange,
}: {
  value: string | null
  onChange: (clientId: string | null) => void
}) {
  const label = useId()
  const directory = useDirectory()
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query)
  const all = directory.is === 'ready' ? directory.byCompany : NONE
  const matches = useMemo(() => matching(all, deferredQuery), [all, deferredQuery])
  const chosen = directory.is === 'ready' && value !== null ? directory.of.get(value)?.client : undefined
  return (
    <div role="group" aria-labelledby={label}>
      <p id={label} className="mb-1.5 text-sm font-medium text-ink">
        Client
      </p>
      {chosen === undefined ? (
        <>
          <SearchField
            label="Find a client"
            placeholder="Company, contact or email"
            value={query}
            onChange={setQuery}
          />
          <ul aria-label="Clients found" className="mt-1 flex flex-col">
            {matches.slice(0, SHOWN).map(({ client }) => (
              <li key={client.id}>
                <button
                  type="button"
                  onClick={() => onChange(client.id)}
                  className="flex min-h-control-small w-full items-center rounded-md px-2.5 text-left text-base text-ink transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
                >
                  <span className="truncate">{client.company_name}</span>
                </button>
              </li>
            ))}
          </ul>
          {matches.length > SHOWN && (
            <p className="px-2.5 text-sm text-ink-3">and {matches.length - SHOWN} more: type to find one</p>
          )}
          {directory.is === 'ready' && matches.length === 0 && (
            <p className="px-2.5 text-sm text-ink-3">No client found</p>
          )}
        </>
      ) : (
        <div className="flex h-control items-center gap-2 rounded-md border border-line-strong bg-surface pl-3 shadow-1">
          <span className="min-w-0 flex-1 truncate text-base text-ink">{chosen.company_name}</span>
          <Button tone="borderless" size="sm" onClick={() => onChange(null)}>
            Change
          </Button>
        </div>
      )}
    </div>
  )
}
