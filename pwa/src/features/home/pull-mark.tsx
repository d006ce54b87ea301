// The pull-to-refresh indicator: it follows the pull and spins during the refresh.
import { ArrowDown } from 'lucide-react'

import { Spinner } from '../../ui/feedback/spinner'
import { PULL_DISTANCE, type Pull } from './use-pull'

export function PullMark({ pull }: { pull: Pull }) {
  if (pull.is === 'resting') return null
  const by = pull.is === 'pulled' ? pull.by : PULL_DISTANCE
  return (
    <div
      style={{ height: by }}
      className="-mt-4 flex items-end justify-center overflow-hidden text-lg text-ink-3"
    >
      {pull.is === 'refreshing' ? (
        <Spinner label="Refreshing" />
      ) : (
        <ArrowDown size={20} aria-hidden="true" style={{ rotate: `${(by / PULL_DISTANCE) * 180}deg` }} />
      )}
    </div>
  )
}
