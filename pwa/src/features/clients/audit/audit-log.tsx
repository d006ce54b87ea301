// The audit log, newest first. It loads when it is opened, a page at a time.
import { RefreshCw, ScrollText } from 'lucide-react'
import { useDeferredValue, useRef } from 'react'

import { Time } from '../../../ui/time'
import { dayNumber, dayText } from '../../../lib/text/days'
import { clockTime } from '../../../lib/text/times'
import { Button, IconButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { SearchField } from '../../../ui/form/search-field'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useMinute } from '../../../ui/hooks/use-now'
import { usePlaceIn } from '../../../ui/list/use-scroll-restoration'
import { useSearchText } from '../../../ui/form/use-search-text'
import type { AuditEvent } from '../remote'
import { eventText, detailText } from './event-text'
import { useAuditLog } from './use-events'
import { useNames } from './use-names'

export default function AuditLog() {
  const [words, setWords] = useSearchText('Audit log')
  const log = useAuditLog(useDeferredValue(words))
  const names = useNames(log.events)
  // Without the names, entries would call every client a deleted one.
  const events = names === null ? null : log.events
  const now = useMinute()
  const box = useRef<HTMLDivElement>(null)
  usePlaceIn('Audit log', box)
  return (
    <div ref={box} className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 md:px-8">
      <div className="flex items-center gap-2 py-3">
        <SearchField
          label="Search the audit log"
          placeholder="Action, company or person"
          value={words}
          onChange={setWords}
          className="min-w-0 flex-1 sm:max-w-80"
        />
        <IconButton label="Refresh audit log" onClick={log.reload}>
          <RefreshCw size={16} aria-hidden="true" />
        </IconButton>
      </div>
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
          title={nothingText(words.trim(), log.more !== null)}
        />
      )}
      {names !== null &&
        events !== null &&
        events.length > 0 &&
        daysOf(events).map((day) => <Day key={day[0].id} events={day} names={names} now={now} />)}
      {log.more !== null && (
        <div className="flex justify-center pt-4">
          <Button busy={log.isLoading} onClick={log.more}>
            Show older
          </Button>
        </div>
      )}
    </div>
  )
}

function nothingText(words: string, isMore: boolean): string {
  if (words === '') return 'No actions yet'
  return isMore ? `Nothing found for “${words}” among the newest entries` : `Nothing found for “${words}”`
}

type DayOfEvents = [AuditEvent, ...AuditEvent[]]

/** `events` in groups of one day of the reader's zone. */
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

type DayProps = { events: DayOfEvents; names: ReadonlyMap<string, string>; now: number }

function Day({ events, names, now }: DayProps) {
  const day = dayText(events[0].at, now)
  return (
    <section className="mt-4 first-of-type:mt-0">
      <h2 className="mb-1.5 text-sm font-semibold text-ink-2">{day}</h2>
      <ol
        aria-label={`Audit log, ${day}`}
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-1"
      >
        {events.map((event) => (
          <EventRow key={event.id} event={event} names={names} />
        ))}
      </ol>
    </section>
  )
}

function EventRow({ event, names }: { event: AuditEvent; names: ReadonlyMap<string, string> }) {
  const detail = detailText(event, names)
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-base text-ink">
          <strong className="font-semibold">{event.actor === '' ? 'System' : event.actor}</strong>{' '}
          {eventText(event, names)}
        </p>
        {detail !== '' && <p className="text-sm break-words text-ink-3">{detail}</p>}
      </div>
      <Time at={event.at} className="tabular text-sm whitespace-nowrap text-ink-3">
        {clockTime(event.at)}
      </Time>
    </li>
  )
}
