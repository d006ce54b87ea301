// Button that ends a client's wait without an answer, or undoes it. For admins: in the conversation's header, or in
// a bar below it where the header has no space.
import { CircleCheck, Undo2 } from 'lucide-react'

import { durationText } from '../../../lib/text/days'
import { dateTimeText } from '../../../lib/text/times'
import { isResolved, useDirectory, waitsSince } from '../../../live/directory/use-directory'
import { resolveThread } from '../../../live/directory/resolve'
import { useLive } from '../../../live/live'
import { Button } from '../../../ui/button'
import { useMinute } from '../../../ui/hooks/use-now'
import { useToasts } from '../../../ui/feedback/toast'

/** The media query for a header with space for the button beside the name. */
export const WIDE = '(min-width: 80rem)'

const MARKED = 'No answer needed'

type NoAnswerProps = { clientId: string; isBar: boolean }

/**
 * Renders nothing if the client neither waits nor would wait without the mark. One button marks and undoes, so
 * that it keeps the focus.
 */
export function NoAnswer({ clientId, isBar }: NoAnswerProps) {
  const { sync } = useLive()
  const toasts = useToasts()
  const directory = useDirectory()
  const now = useMinute()
  const entry = directory.is === 'ready' ? directory.of.get(clientId) : undefined
  if (entry === undefined) return null
  const isMarked = isResolved(entry)
  const since = waitsSince(entry)
  if (!isMarked && since === null) return null
  const failed = () => toasts.show({ tone: 'error', title: 'Not saved. Please try again.' })
  const { resolved_at, resolved_by } = entry.resolution ?? { resolved_at: null, resolved_by: '' }
  const toggle = () => void resolveThread(sync, entry, !isMarked).catch(failed)
  const marked = isMarked && resolved_at !== null && `Marked by ${resolved_by}, ${dateTimeText(resolved_at)}`
  const state = (
    <p role="status" title={marked || undefined} className="text-sm text-ink-3">
      {isMarked && MARKED}
    </p>
  )
  const button = (
    <Button
      tone="borderless"
      size={isBar ? 'sm' : 'md'}
      icon={isMarked ? <Undo2 size={18} aria-hidden="true" /> : <CircleCheck size={18} aria-hidden="true" />}
      onClick={toggle}
    >
      {isMarked ? 'Undo' : MARKED}
    </Button>
  )
  if (!isBar) {
    return (
      <>
        {state}
        {button}
      </>
    )
  }
  return (
    <div className="flex shrink-0 items-center justify-between gap-3 border-b border-line bg-surface px-4">
      {since !== null && (
        <p className="text-sm text-ink-2">Waiting {durationText(now - Date.parse(since))}</p>
      )}
      {state}
      <span className="-mr-2.5">{button}</span>
    </div>
  )
}
