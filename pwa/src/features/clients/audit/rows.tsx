// Rows of the audit log: one entry, or a group of entries that opens.
import { ChevronRight } from 'lucide-react'

import { clockTime } from '../../../lib/text/times'
import { Time } from '../../../ui/time'
import type { AuditEvent } from '../remote'
import { detailText, eventText } from './event-text'
import type { EventGroup } from './groups'

const ROW = 'flex items-baseline gap-x-3 px-4 py-2.5'

type Names = { names: ReadonlyMap<string, string> }

export function EventRow({ event, names }: Names & { event: AuditEvent }) {
  const detail = detailText(event, names)
  return (
    <li className={ROW}>
      <RowTime at={event.at} />
      <div className="min-w-0 flex-1">
        <p className="text-base break-words text-ink">
          <Actor name={event.actor} /> {eventText(event, names)}
        </p>
        {detail !== '' && <p className="text-sm break-words text-ink-3">{detail}</p>}
      </div>
    </li>
  )
}

export function GroupRow({ group, names }: Names & { group: EventGroup }) {
  const { events, text, actor } = group
  return (
    <li>
      <details>
        <summary className={`${ROW} min-h-control cursor-pointer list-none hover:bg-hover`}>
          <RowTime at={events[0].at} />
          <span className="min-w-0 flex-1 text-base text-ink">
            {actor === null ? (
              <strong className="font-semibold">{text}</strong>
            ) : (
              <>
                <Actor name={actor} /> {text}
              </>
            )}
          </span>
          <ChevronRight
            size={16}
            aria-hidden="true"
            className="shrink-0 self-center text-ink-3 transition-transform duration-150 audit-chevron"
          />
        </summary>
        <ol className="divide-y divide-line border-t border-line bg-sunken">
          {events.map((event) => (
            <EventRow key={event.id} event={event} names={names} />
          ))}
        </ol>
      </details>
    </li>
  )
}

function Actor({ name }: { name: string }) {
  return <strong className="font-semibold">{name === '' ? 'System' : name}</strong>
}

function RowTime({ at }: { at: string }) {
  return (
    <Time at={at} className="tabular audit-time shrink-0 text-sm whitespace-nowrap text-ink-3">
      {clockTime(at)}
    </Time>
  )
}
