// One message whose file is not uploaded yet. The buttons for it are in the conversation.
import type { FileRow } from '../../db/rows/files'
import { timeText } from '../../lib/text/days'
import { useMinute } from '../../ui/hooks/use-now'

export function WaitingUpload({
  file: { name, text, said_at },
  recipient,
}: {
  file: FileRow
  recipient: string
}) {
  const now = useMinute()
  return (
    <li className="px-4 py-3">
      <div className="flex items-baseline justify-between gap-3 text-xs text-ink-3">
        <span className="truncate font-medium text-ink-2">{recipient}</span>
        {said_at !== undefined && <span className="tabular shrink-0">written {timeText(said_at, now)}</span>}
      </div>
      <p className="mt-0.5 line-clamp-3 text-base break-words whitespace-pre-line text-ink">
        {text?.trim() || name}
      </p>
      <p className="mt-1 text-sm text-ink-3">{`Waits for its file ${name}, which is on its way or has to be chosen again in the conversation`}</p>
    </li>
  )
}
