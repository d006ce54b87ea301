// The clients that wait for an answer, longest first, each with its last message. Desktops show it beside the list.
import { Link } from 'react-router'

import { durationText } from '../../../lib/text/days'
import { numberText } from '../../../lib/text/numbers'
import { dateTimeText } from '../../../lib/text/times'
import { type DirectoryEntry, waitsSince, waitTone } from '../../../live/directory/use-directory'
import { Avatar } from '../../../ui/avatar'
import { CountBadge } from '../../../ui/badge'
import { previewOf } from './preview'

const SHOWN = 8

type WaitingClientsProps = {
  waits: readonly DirectoryEntry[]
  hrefOf: (clientId: string) => string
  now: number
}

export function WaitingClients({ waits, hrefOf, now }: WaitingClientsProps) {
  return (
    <>
      <ul
        aria-label="Clients that wait for an answer"
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-1"
      >
        {waits.slice(0, SHOWN).map((entry) => (
          <li key={entry.client.id}>
            <Link
              to={hrefOf(entry.client.id)}
              className="flex items-start gap-4 px-4 py-4 transition-colors duration-100 hover:bg-hover focus-visible:outline-offset-[-2px] sm:px-5"
            >
              <Avatar name={entry.client.company_name} size="lg" />
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline gap-2">
                  <span className="truncate text-base font-semibold text-ink">
                    {entry.client.company_name}
                  </span>
                  <span className="min-w-0 flex-1 truncate text-sm text-ink-3">
                    {entry.client.contact_name}
                  </span>
                  <Wait entry={entry} now={now} />
                </span>
                <span className="mt-0.5 flex items-center gap-3">
                  <span className="line-clamp-2 min-w-0 flex-1 text-base text-pretty text-ink-2">
                    {previewOf(entry).text}
                  </span>
                  <CountBadge count={entry.unread} label="unread" />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {waits.length > SHOWN && (
        <p className="mt-3 text-sm text-ink-3">
          {numberText(waits.length - SHOWN)} more {waits.length - SHOWN === 1 ? 'is' : 'are'} on the left,
          under Waiting.
        </p>
      )}
    </>
  )
}

function Wait({ entry, now }: { entry: DirectoryEntry; now: number }) {
  const since = waitsSince(entry)
  if (since === null) return null
  return (
    <time
      dateTime={since}
      title={dateTimeText(since)}
      className={`shrink-0 text-sm font-medium ${waitTone(since, now) === 'bad' ? 'text-bad' : 'text-warn'}`}
    >
      Waiting {durationText(now - Date.parse(since))}
    </time>
  )
}
