// The pull-to-refresh indicator: it follows the pull, spins during the refresh, and then shows how fresh the data is.
import { ArrowDown } from 'lucide-react'

import { dayText } from '../../lib/text/days'
import { clockTime } from '../../lib/text/times'
import { useSyncStatus } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { Spinner } from '../../ui/feedback/spinner'
import { useMinute } from '../../ui/hooks/use-now'
import { PULL_DISTANCE, type Pull } from './use-pull'

export function PullMark({ pull }: { pull: Pull }) {
  const status = useSyncStatus()
  const now = useMinute()
  if (pull.is === 'resting') return null
  const by = pull.is === 'pulled' ? pull.by : PULL_DISTANCE
  const text = freshnessText(status, now)
  // Offline a pull refreshes nothing, so the text is shown already during the pull.
  const isShown = text !== null && (pull.is === 'refreshed' || status.link.is === 'offline')
  return (
    <div
      style={{ height: by }}
      className="-mt-4 flex items-end justify-center overflow-hidden text-lg text-ink-3"
    >
      {isShown ? (
        <p role="status" className="text-sm">
          {text}
        </p>
      ) : pull.is === 'pulled' ? (
        <ArrowDown size={20} aria-hidden="true" style={{ rotate: `${(by / PULL_DISTANCE) * 180}deg` }} />
      ) : (
        <Spinner label="Refreshing" />
      )}
    </div>
  )
}

/** Null while the device connects or loads. */
function freshnessText({ link, as_of }: SyncStatus, now: number): string | null {
  if (link.is === 'live') return 'Up to date'
  if (link.is !== 'offline') return null
  if (as_of === null) return 'Offline'
  const day = dayText(as_of, now)
  return `Offline. Last updated ${day === 'Today' ? '' : `${day}, `}${clockTime(as_of)}`
}
