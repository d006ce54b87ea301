// Links to some clients' pages, those that wait for an answer first.
import { useState } from 'react'
import { Link } from 'react-router'

import { durationText } from '../../../lib/text/days'
import { numberText } from '../../../lib/text/numbers'
import {
  type DirectoryEntry,
  longestWaits,
  waitsSince,
  waitTone,
} from '../../../live/directory/use-directory'
import { Avatar } from '../../../ui/avatar'
import { Button, buttonClass } from '../../../ui/button'
import { useMedia } from '../../../ui/hooks/use-media'
import { useAdminDashboard } from '../admin-dashboard'

const WIDE = '(min-width: 48rem)'
const SHOWN_WIDE = 8
const SHOWN_NARROW = 4

type ClientLinksProps = { label: string; entries: readonly DirectoryEntry[]; now: number }

export function ClientLinks({ label, entries, now }: ClientLinksProps) {
  const { clientOf } = useAdminDashboard()
  const [isAll, setAll] = useState(false)
  const most = useMedia(WIDE) ? SHOWN_WIDE : SHOWN_NARROW
  const waiting = longestWaits(entries)
  const first = new Set(waiting)
  const ordered = [...waiting, ...entries.filter((entry) => !first.has(entry))]
  const rest = ordered.length - most
  return (
    <ul aria-label={label} className="flex flex-wrap items-center gap-2">
      {ordered.slice(0, isAll ? undefined : most).map((entry) => (
        <li key={entry.client.id} className="min-w-0">
          <Link
            to={clientOf(entry.client.id)}
            className={`admin-client ${buttonClass('bordered', 'sm')} max-w-full`}
          >
            <Avatar name={entry.client.company_name} size="sm" />
            <span className="truncate">{entry.client.company_name}</span>
            <Wait entry={entry} now={now} />
          </Link>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <Button size="sm" tone="borderless" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Show fewer' : `and ${numberText(rest)} more`}
          </Button>
        </li>
      )}
    </ul>
  )
}

function Wait({ entry, now }: { entry: DirectoryEntry; now: number }) {
  const since = waitsSince(entry)
  if (since === null) return null
  return (
    <span className={`text-xs ${waitTone(since, now) === 'bad' ? 'text-bad' : 'text-warn'}`}>
      <span className="sr-only">waits </span>
      {durationText(now - Date.parse(since))}
    </span>
  )
}
