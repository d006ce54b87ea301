// The line above the client list: the client that waits longest, with a link to answer. It always has the same height,
// so that the list does not move.
import { CircleCheck } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'

import { durationText } from '../../../lib/text/days'
import { numberText } from '../../../lib/text/numbers'
import {
  type DirectoryEntry,
  type DirectoryView,
  longestWaits,
  waitsSince,
  waitTone,
  withoutSnoozed,
} from '../../../live/directory/use-directory'
import { buttonClass } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useMinute } from '../../../ui/hooks/use-now'
import { Time } from '../../../ui/time'
import { useAdminDashboard } from '../admin-dashboard'
import { LastMessage } from './last-message'

const NONE: readonly DirectoryEntry[] = []
const TONES = { warn: 'border-warn-line bg-warn-soft', bad: 'border-bad-line bg-bad-soft' }

/** Renders nothing while no client is stored, because the list then shows what to do. */
export function AnswerNext({ directory }: { directory: DirectoryView }) {
  const { threadOf } = useAdminDashboard()
  const now = useMinute()
  const newest = directory.is === 'ready' ? directory.newest : NONE
  const all = useMemo(() => longestWaits(newest), [newest])
  if (directory.is === 'failed' || (directory.is === 'ready' && newest.length === 0)) return null
  if (directory.is === 'loading' || !directory.isWhole) {
    return (
      <div className="answer-next border-line bg-surface">
        <div className="min-w-0 flex-1 space-y-2">
          <Skeleton className="h-3.5 w-48" />
          <Skeleton className="h-3 w-36" />
        </div>
      </div>
    )
  }
  const waits = withoutSnoozed(all, now)
  const [longest] = waits
  const since = longest === undefined ? null : waitsSince(longest)
  if (longest === undefined || since === null) {
    return (
      <p className="answer-next border-line bg-surface text-base text-ink-2">
        <CircleCheck size={18} aria-hidden="true" className="shrink-0 text-good" />
        {all.length === 0 ? 'Every client has an answer.' : 'Every waiting client is snoozed.'}
      </p>
    )
  }
  const tone = waitTone(since, now)
  const others = waits.length - 1
  return (
    <section aria-label="Answer next" className={cx('answer-next', TONES[tone])}>
      <div className="min-w-0 flex-1">
        <h2 className="client-preview text-base font-semibold break-words text-ink">
          {longest.client.company_name}
        </h2>
        <p className="flex flex-wrap gap-x-1.5 text-sm text-ink-2">
          <span
            className={cx(
              'shrink-0 font-medium whitespace-nowrap',
              tone === 'bad' ? 'text-bad' : 'text-warn',
            )}
          >
            Longest wait: <Time at={since}>{durationText(now - Date.parse(since))}</Time>
          </span>
          <span className="shrink-0 whitespace-nowrap sm:hidden">
            {others > 0 && `· ${numberText(others)} more ${others === 1 ? 'waits' : 'wait'}`}
          </span>
          <span className="flex min-w-0 flex-1 items-center gap-1.5 max-sm:hidden">
            <LastMessage entry={longest} />
          </span>
        </p>
      </div>
      <Link to={threadOf(longest.client.id)} className={buttonClass('primary')}>
        <span>
          Answer <span className="sr-only">{longest.client.company_name}</span>
        </span>
      </Link>
    </section>
  )
}
