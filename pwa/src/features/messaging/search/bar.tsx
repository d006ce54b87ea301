// The search bar of a conversation: query, number of matches, and buttons to step through them.
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

import { Button, IconButton } from '../../../ui/button'
import { SearchField } from '../../../ui/form/search-field'
import { MAX_MATCHES } from './matches'
import type { JumpState, ThreadSearch } from './use-search'

type SearchBarProps = { search: ThreadSearch; jumpState: JumpState; onClose: () => void; onDown: () => void }

/** `onDown` moves the focus from the field into the results (arrow down). */
export function SearchBar({ search, jumpState, onClose, onDown }: SearchBarProps) {
  const { text, setText, matches, picked, step, is } = search
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const place = picked === null ? -1 : matches.findIndex(({ id }) => id === picked.message.id)
  const hasJumpFailed = picked !== null && jumpState === 'failed'
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && text === '') onClose()
    else if (event.key === 'ArrowDown' && picked === null) onDown()
    else if (event.key === 'Enter' && picked !== null) step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Enter' && matches[0] !== undefined && is !== 'searching') search.pick(matches[0])
    else return
    event.preventDefault()
  }
  return (
    <div role="search" className="@container shrink-0 border-b border-line bg-surface py-2">
      <div className="mx-auto flex max-w-3xl items-center gap-1 px-3 @3xl:px-6">
        <SearchField
          field={field}
          label="Search this conversation"
          placeholder="Search this conversation"
          value={text}
          onChange={setText}
          onKeyDown={onKey}
          className="min-w-0 flex-1"
        />
        {picked !== null && (
          <>
            <IconButton
              label="Older result"
              aria-disabled={place >= matches.length - 1}
              onClick={() => step(1)}
              className="aria-disabled:opacity-45"
            >
              <ChevronUp size={18} aria-hidden="true" />
            </IconButton>
            <IconButton
              label="Newer result"
              aria-disabled={place <= 0}
              onClick={() => step(-1)}
              className="aria-disabled:opacity-45"
            >
              <ChevronDown size={18} aria-hidden="true" />
            </IconButton>
          </>
        )}
        <IconButton label="Close the search" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="mx-auto flex min-h-5 max-w-3xl items-center justify-between gap-2 px-4 pt-1 text-xs text-ink-3 @3xl:px-7">
        <p role="status">
          {picked === null
            ? statusOf(search)
            : (JUMP_TEXTS[jumpState] ?? `${place + 1} of ${countOf(matches.length)}`)}
        </p>
        {(hasJumpFailed || (picked === null && is === 'device-only')) && (
          <Button
            size="sm"
            tone="borderless"
            onClick={() => (hasJumpFailed ? search.pick(picked.message) : search.retry())}
          >
            Retry
          </Button>
        )}
      </div>
    </div>
  )
}

const JUMP_TEXTS: Record<JumpState, string | null> = {
  loading: 'Loading older messages…',
  loaded: null,
  failed: 'This message could not be loaded. It opens when you are online.',
}

function statusOf({ is, matches }: ThreadSearch): string {
  if (is === 'idle') return 'Words, or the name of a file'
  if (is === 'searching') return 'Searching…'
  const count =
    matches.length === 0
      ? 'Nothing found'
      : matches.length === 1
        ? '1 message'
        : `${countOf(matches.length)} messages`
  if (is === 'incomplete')
    return `${count} so far. Older messages were not all searched; type more to narrow the search.`
  return is === 'device-only'
    ? `${count} on this device; older messages are searched when you are online`
    : count
}

/** The server returns no more than this, so there may be more matches. */
function countOf(count: number): string {
  return count >= MAX_MATCHES ? `the newest ${MAX_MATCHES}` : String(count)
}
