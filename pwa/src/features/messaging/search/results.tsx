// The search results, newest first, as an overlay on the conversation.
import { SearchX } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'

import type { MessageRow } from '../../../db/rows/messages'
import { shortTime } from '../../../lib/text/days'
import { dateTimeText } from '../../../lib/text/times'
import { Face } from '../../../ui/face'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { useMinute } from '../../../ui/hooks/use-now'
import { queryOf, excerptOf } from './matches'
import type { ThreadSearch } from './use-search'

type SearchResultsProps = {
  search: ThreadSearch
  list: RefObject<HTMLUListElement | null>
  onLeave: () => void
}

/** `onLeave` is called on Esc, and on arrow up from the first result. */
export function SearchResults({ search, list, onLeave }: SearchResultsProps) {
  const now = useMinute()
  const words = queryOf(search.text)
  if (words === null) return null
  const onKey = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = rows.findIndex((row) => row === document.activeElement)
    if (event.key === 'Escape' || (event.key === 'ArrowUp' && at === 0)) onLeave()
    else if (event.key === 'ArrowDown') rows[at + 1]?.focus()
    else if (event.key === 'ArrowUp') rows[at - 1]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div className="@container absolute inset-0 z-20 flex flex-col overflow-y-auto overscroll-contain bg-canvas">
      {search.matches.length === 0 && search.is !== 'searching' && (
        <EmptyState icon={<SearchX size={22} aria-hidden="true" />} title="Nothing found" className="flex-1">
          {search.is === 'done'
            ? `No message and no file’s name in this conversation contains “${words}”.`
            : `Not all messages were searched for “${words}”.`}
        </EmptyState>
      )}
      <ul
        ref={list}
        aria-label="Messages found"
        onKeyDown={onKey}
        className="mx-auto w-full max-w-3xl py-1.5"
      >
        {search.matches.map((message) => (
          <li key={message.id}>
            <Result message={message} words={words} now={now} onPick={() => search.pick(message)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Result({
  message,
  words,
  now,
  onPick,
}: {
  message: MessageRow
  words: string
  now: number
  onPick: () => void
}) {
  const { before, words: marked, after } = excerptOf(message, words)
  return (
    <button
      type="button"
      onClick={onPick}
      className="flex w-full items-start gap-3 px-3 py-2.5 text-left transition-colors hover:bg-hover focus-visible:outline-offset-[-2px] @3xl:px-6"
    >
      <Face name={message.sender_name} isTeam={message.sender_role === 'admin'} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate text-sm font-medium text-ink">{message.sender_name}</span>
          <time
            dateTime={message.created_at}
            title={dateTimeText(message.created_at)}
            className="tabular shrink-0 text-xs text-ink-3"
          >
            {shortTime(message.created_at, now)}
          </time>
        </span>
        <span className="line-clamp-2 text-sm [overflow-wrap:anywhere] text-ink-2">
          {before}
          <mark className="rounded-sm bg-primary-soft font-medium text-primary-ink">{marked}</mark>
          {after}
        </span>
      </span>
    </button>
  )
}
