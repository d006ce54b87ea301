// Button that ends a client's wait without an answer, or undoes it. For admins, in the conversation's header.
import { CircleCheck, Undo2 } from 'lucide-react'

import { dateTimeText } from '../../../lib/text/times'
import { isResolved, useDirectory, waitsSince } from '../../../live/directory/use-directory'
import { resolveThread } from '../../../live/directory/resolve'
import { useLive } from '../../../live/live'
import { Button, IconButton } from '../../../ui/button'
import { useMedia } from '../../../ui/hooks/use-media'
import { useToasts } from '../../../ui/feedback/toast'

/** The media query for a header with space for a text beside the name. */
const WIDE = '(min-width: 80rem)'

/**
 * Renders nothing if the client neither waits nor would wait without the mark. One button marks and undoes, so
 * that it keeps the focus.
 */
export function NoAnswer({ clientId }: { clientId: string }) {
  const { sync } = useLive()
  const toasts = useToasts()
  const directory = useDirectory()
  const isWide = useMedia(WIDE)
  const entry = directory.is === 'ready' ? directory.of.get(clientId) : undefined
  if (entry === undefined) return null
  const isMarked = isResolved(entry)
  if (!isMarked && waitsSince(entry) === null) return null
  const failed = () => toasts.show({ tone: 'error', title: 'Not saved. Please try again.' })
  const { resolved_at, resolved_by } = entry.resolution ?? { resolved_at: null, resolved_by: '' }
  const name = isMarked ? 'Undo “No answer needed”' : 'No answer needed'
  const icon = isMarked ? (
    <Undo2 size={18} aria-hidden="true" />
  ) : (
    <CircleCheck size={18} aria-hidden="true" />
  )
  const toggle = () => void resolveThread(sync, entry, !isMarked).catch(failed)
  const marked = isMarked && resolved_at !== null && `Marked by ${resolved_by}, ${dateTimeText(resolved_at)}`
  return (
    <>
      <p role="status" title={marked || undefined} className={isWide ? 'text-sm text-ink-3' : 'sr-only'}>
        {isMarked && 'No answer needed'}
      </p>
      {isWide ? (
        <Button tone="borderless" icon={icon} onClick={toggle}>
          {isMarked ? 'Undo' : 'No answer needed'}
        </Button>
      ) : (
        <IconButton label={name} onClick={toggle}>
          {icon}
        </IconButton>
      )}
    </>
  )
}
