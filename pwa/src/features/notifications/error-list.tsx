// The errors of this visit, newest first, in the list of notifications.
import { CircleAlert, X } from 'lucide-react'
import { useRef } from 'react'

import { agoText } from '../../lib/text/days'
import { dateTimeText } from '../../lib/text/times'
import { IconButton } from '../../ui/button'
import { dismissError, type PastError } from '../../ui/feedback/past-errors'
import { useMinute } from '../../ui/hooks/use-now'

export function ErrorList({ errors }: { errors: readonly PastError[] }) {
  const now = useMinute()
  const list = useRef<HTMLUListElement>(null)
  /** Moves the focus to the next error's button, else the one before, else to the panel around the list. */
  const dismiss = (id: number, index: number) => {
    const buttons = list.current?.querySelectorAll('button')
    const next =
      buttons?.[index + 1] ?? buttons?.[index - 1] ?? list.current?.closest<HTMLElement>('[role=dialog]')
    next?.focus()
    dismissError(id)
  }
  return (
    <ul ref={list} aria-label="Errors" className="divide-y divide-line border-b border-line">
      {errors.map(({ id, at, title, body }, index) => (
        <li key={id} className="flex items-start gap-3 px-4 py-3">
          <CircleAlert size={18} aria-hidden="true" className="mt-[3px] shrink-0 text-bad" />
          <div className="min-w-0 flex-1">
            <p className="text-base break-words text-ink">{title}</p>
            {body !== '' && <p className="text-sm break-words text-ink-2">{body}</p>}
            <time dateTime={at} title={dateTimeText(at)} className="mt-0.5 block text-sm text-ink-3">
              {agoText(at, now)}
            </time>
          </div>
          <IconButton label={`Dismiss: ${title}`} size="sm" onClick={() => dismiss(id, index)}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
