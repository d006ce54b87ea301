// The pull-to-refresh indicator: it follows the pull, spins during the refresh, and then shows how fresh the data is.
import { ArrowDown } from 'lucide-react'

import { dayText } from '../../lib/text/days'
import { clockTime } from '../../lib/text/times'
import { useSyncStatus } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { Spinner } from '../../ui/spinner'
import { useMinute } from '../../ui/hooks/use-now'
import { PULL_DISTANCE, type Pull } from './use-pull'

export function PullMark({ pull }: { pull: Pull }) {
  const status = useSyncStatus()
  const now = useMinute()
  if (pull.is === 'resting') return null
  const height = pull.is === 'pulled' ? pull.distance : PULL_DISTANCE
  const text = freshnessText(status, now)
  // Offline, a pull refreshes nothing, so show the text already during the pull.
  const isShown = text !== null && (pull.is === 'refreshed' || status.link.is === 'offline')
  return (
    <div
      style={{ height }}
      className="-mt-4 flex items-end justify-center overflow-hidden text-lg text-ink-3"
    >
      {isShown ? (
        <p role="status" className="text-sm">
          {text}
        </p>
      ) : pull.is === 'pulled' ? (
        <ArrowDown size={20} aria-hidden="true" style={{ rotate: `${(height / PULL_DISTANCE) * 180}deg` }} />
      ) : (
        <Spinner label="Refreshing" />
      )}
    </div>
  )
}

/** How fresh the data is; null while the device connects or loads. */
function freshnessText({ link, as_of }: SyncStatus, now: number): string | null {
  if (link.is === 'live') return 'Up to date'
  if (link.is !== 'offline') return null
  if (as_of === null) return 'Offline'
  const day = dayText(as_of, now)
  return `Offline. Last updated ${day === 'Today' ? '' : `${day}, `}${clockTime(as_of)}`
}
