// Rows of the audit log: one entry, or a group of entries that opens.
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

import { clockTime, dateTimeText } from '../../../lib/text/times'
import { Time } from '../../../ui/time'
import { useAdminDashboard } from '../admin-dashboard'
import type { AuditEvent } from '../remote'
import { detailText, type Names, partsOf } from './event-text'
import type { EventGroup } from './groups'

const ROW = 'flex min-h-control items-baseline gap-x-3 px-4 py-2.5 max-sm:flex-wrap'
const TIME = 'tabular audit-time shrink-0 text-sm whitespace-nowrap text-ink-3'

type WithNames = { names: Names }

export function EventRow({ event, names }: WithNames & { event: AuditEvent }) {
  const detail = detailText(event, names)
  return (
    <li className={ROW}>
      <Time at={event.at} className={TIME}>
        {clockTime(event.at)}
      </Time>
      <div className="min-w-0 flex-1">
        <p className="text-base break-words text-ink">
          <Actor name={event.actor} /> <Sentence event={event} names={names} />
        </p>
        {detail !== '' && <p className="text-sm break-words text-ink-3">{detail}</p>}
      </div>
    </li>
  )
}

export function GroupRow({ group, names }: WithNames & { group: EventGroup }) {
  const { events, text, actor } = group
  return (
    <li>
      <details>
        <summary className={`${ROW} cursor-pointer list-none hover:bg-hover`}>
          {/* Not a button with the exact time, because the row itself is a button. */}
          <time dateTime={events[0].at} title={dateTimeText(events[0].at)} className={TIME}>
            {clockTime(events[0].at)}
          </time>
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

/** The text of the action. A client's name links to the client's page. */
function Sentence({ event, names }: WithNames & { event: AuditEvent }) {
  return partsOf(event, names).map((part) =>
    typeof part === 'string' ? part : <ClientLink key={part.clientId} {...part} />,
  )
}

function ClientLink({ name, clientId }: { name: string; clientId: string }) {
  const { clientOf } = useAdminDashboard()
  return (
    <Link to={clientOf(clientId)} className="audit-client">
      {name}
    </Link>
  )
}

function Actor({ name }: { name: string }) {
  return <strong className="font-semibold">{name === '' ? 'System' : name}</strong>
}
