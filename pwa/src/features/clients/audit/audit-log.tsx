// The audit log, newest first. It loads when the user opens it, one page at a time.
import { ScrollText } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'

import { dayNumber, dayText } from '../../../lib/text/days'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useMinute } from '../../../ui/hooks/use-now'
import { TabScroller } from '../tab-scroller'
import { usePlaceIn } from '../../../ui/list/use-scroll-restoration'
import { useSearchText } from '../../../ui/list/use-search-text'
import type { AuditEvent } from '../remote'
import { type AuditFilter, EVERYTHING, isFiltered } from './filter'
import type { Names } from './event-text'
import { FilterBar } from './filter-bar'
import { groupOfOne, groupsOf } from './groups'
import { EventRow, GroupRow } from './rows'
import { useAuditLog } from './use-events'
import { useNames } from './use-names'
import './audit-log.css'

export default function AuditLog() {
  const [words, setWords] = useSearchText('Audit log')
  const [others, setOthers] = useState(EVERYTHING)
  const filter = { ...others, words }
  const setFilter = (next: AuditFilter) => {
    setWords(next.words)
    setOthers(next)
  }
  const log = useAuditLog(useDeferredValue(filter))
  const names = useNames(log.events)
  // Without the names, entries would call every client a deleted one.
  const events = names === null ? null : log.events
  const now = useMinute()
  const box = useRef<HTMLDivElement>(null)
  usePlaceIn('Audit log', box)
  return (
    <TabScroller box={box}>
      <FilterBar filter={filter} onChange={setFilter} onRefresh={log.reload} />
      {log.problem !== null && <LoadError onRetry={log.reload}>{log.problem}</LoadError>}
      {events === null && log.problem === null && (
        <div role="status" className="space-y-3">
          <span className="sr-only">Loading the audit log</span>
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} className="h-10 w-full" />
          ))}
        </div>
      )}
      {events?.length === 0 && (
        <EmptyState
          icon={<ScrollText size={22} aria-hidden="true" />}
          title={nothingText(filter, log.more !== null)}
        />
      )}
      {names !== null &&
        events !== null &&
        events.length > 0 &&
        daysOf(events).map((day) => (
          <Day
            key={dayNumber(Date.parse(day[0].at))}
            events={day}
            names={names}
            now={now}
            isSearch={isFiltered(filter)}
          />
        ))}
      {log.more !== null && (
        <div className="flex justify-center pt-4">
          <Button busy={log.isLoading} onClick={log.more}>
            Show older
          </Button>
        </div>
      )}
    </TabScroller>
  )
}

function nothingText(filter: AuditFilter, isMore: boolean): string {
  const words = filter.words.trim()
  if (!isFiltered(filter)) return 'No actions yet'
  const nothing = words === '' ? 'Nothing found with these filters' : `Nothing found for “${words}”`
  return isMore ? `${nothing} among the newest entries` : nothing
}

type DayOfEvents = [AuditEvent, ...AuditEvent[]]

/** Groups `events` by day in the reader's time zone. */
function daysOf(events: readonly AuditEvent[]): DayOfEvents[] {
  const days: DayOfEvents[] = []
  for (const event of events) {
    const last = days.at(-1)
    if (last !== undefined && dayNumber(Date.parse(last[0].at)) === dayNumber(Date.parse(event.at)))
      last.push(event)
    else days.push([event])
  }
  return days
}

type DayProps = {
  events: DayOfEvents
  names: Names
  now: number
  /** Whether this is the result of a search, which shows each entry separately. */
  isSearch: boolean
}

function Day({ events, names, now, isSearch }: DayProps) {
  const groups = isSearch ? events.map(groupOfOne) : groupsOf(events)
  const day = dayText(events[0].at, now)
  return (
    <section className="mt-4 first-of-type:mt-0">
      <h2 className="mb-1.5 text-sm font-semibold text-ink-2">{day}</h2>
      <ol
        aria-label={`Audit log, ${day}`}
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-1"
      >
        {groups.map((group) =>
          group.text === null ? (
            <EventRow key={group.events[0].id} event={group.events[0]} names={names} />
          ) : (
            // New entries are added at the group's beginning, so the id of its last entry is a stable key.
            <GroupRow key={group.events.at(-1)?.id} group={group} names={names} />
          ),
        )}
      </ol>
    </section>
  )
}
