// The line above an admin's composer: how long the client waits, with a button that ends the wait without an answer.
// After an answer or such an end, a link to the client that now waits longest.
import { ArrowRight, CircleCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'

import { durationText } from '../../../lib/text/days'
import { dateTimeText } from '../../../lib/text/times'
import {
  isResolved,
  longestWaits,
  useDirectory,
  waitsSince,
  withoutSnoozed,
} from '../../../live/directory/use-directory'
import { resolveThread } from '../../../live/directory/resolve'
import { useLive } from '../../../live/live'
import { Button, buttonClass } from '../../../ui/button'
import { useKeyboardUp } from '../../../ui/hooks/use-keyboard-up'
import { useMinute } from '../../../ui/hooks/use-now'
import { useToasts } from '../../../ui/feedback/toast'
import { Time } from '../../../ui/time'

const MARKED = 'No answer needed'
const PRIMARY = { color: 'var(--primary-ink)' }

type AnswerLineProps = {
  clientId: string
  /** Whether this admin has sent a message since the conversation was opened. */
  hasAnswered: boolean
  hrefOf: (clientId: string) => string
}

/** Shows nothing if there is neither a wait, a mark to undo, nor a next client. */
export function AnswerLine({ clientId, hasAnswered, hrefOf }: AnswerLineProps) {
  const { sync } = useLive()
  const toasts = useToasts()
  const directory = useDirectory()
  const now = useMinute()
  const isTyping = useKeyboardUp()
  const [hasWaited, setHasWaited] = useState(false)
  const entry = directory.is === 'ready' ? directory.of.get(clientId) : undefined
  if (directory.is !== 'ready' || entry === undefined) return null
  const isMarked = isResolved(entry)
  const since = waitsSince(entry)
  if (since !== null && !hasWaited) setHasWaited(true)
  const isDone = since === null && (hasWaited || hasAnswered)
  const next =
    isDone && directory.isWhole ? withoutSnoozed(longestWaits(directory.byCompany), now)[0] : undefined
  // A phone's keyboard leaves no space for the button.
  const hasButton = (isMarked || since !== null) && !isTyping
  const failed = () => toasts.show({ tone: 'error', title: 'Not saved. Please try again.' })
  const { resolved_at, resolved_by } = entry.resolution ?? { resolved_at: null, resolved_by: '' }
  const marked = isMarked && resolved_at !== null && `Marked by ${resolved_by}, ${dateTimeText(resolved_at)}`
  const nextText = next !== undefined && `Next waiting: ${next.client.company_name}`
  return (
    <>
      <p role="status" className="sr-only">
        {nextText}
      </p>
      {(hasButton || next !== undefined) && (
        <div className="@container shrink-0 border-t border-line bg-surface">
          <div className="mx-auto flex max-w-3xl flex-wrap items-center gap-x-3 px-3 @3xl:px-6">
            {since !== null && (
              <p className="pl-1 text-sm text-ink-2">
                Waiting <Time at={since}>{durationText(now - Date.parse(since))}</Time>
              </p>
            )}
            {hasButton && (
              <>
                <p role="status" title={marked || undefined} className="text-sm text-ink-3">
                  {isMarked && MARKED}
                </p>
                {/* One button marks and undoes, so that it keeps the focus. */}
                <Button
                  tone="borderless"
                  className={isMarked ? '' : 'ml-auto'}
                  icon={
                    isMarked ? (
                      <Undo2 size={18} aria-hidden="true" />
                    ) : (
                      <CircleCheck size={18} aria-hidden="true" />
                    )
                  }
                  onClick={() => void resolveThread(sync, entry, !isMarked).catch(failed)}
                >
                  {isMarked ? 'Undo' : MARKED}
                </Button>
              </>
            )}
            {next !== undefined && (
              <Link
                to={hrefOf(next.client.id)}
                className={`${buttonClass('borderless')} ml-auto max-w-full`}
                style={PRIMARY}
              >
                <span className="truncate">{nextText}</span>
                <ArrowRight size={18} aria-hidden="true" />
              </Link>
            )}
          </div>
        </div>
      )}
    </>
  )
}
