// Progress of a take-back below its message, with buttons if the server rejected it.
import { useLive } from '../../../live/live'
import { Button } from '../../../ui/button'
import type { WaitingMessage } from '../rows/state'

type TakeBackLineProps = {
  entry: WaitingMessage
  /** Whether the server has the message. */
  hasArrived: boolean
}

export function TakeBackLine({ entry, hasArrived }: TakeBackLineProps) {
  const { sync } = useLive()
  if (entry.state !== 'refused') {
    const text =
      entry.state === 'waiting-for-sign-in' ? 'Will be unsent when you sign in again.' : 'Unsending.'
    return <p className="mt-1 text-sm text-ink-2">{hasArrived ? text : `${text} It may have arrived.`}</p>
  }
  const isRead = entry.error?.code === 'already_read'
  return (
    <div className="mt-1.5 mb-2 flex flex-col items-end gap-1.5">
      <p role="alert" className="text-right text-sm text-balance text-bad">
        {isRead ? 'It was already read, so it stays.' : 'It could not be unsent.'}
        {!isRead && Boolean(entry.error?.message) && (
          <span className="block text-ink-2">{entry.error?.message}</span>
        )}
      </p>
      <div className="flex gap-1.5">
        {!isRead && (
          <Button size="sm" onClick={() => void sync.retry(entry.id)}>
            Retry
          </Button>
        )}
        <Button size="sm" tone="borderless" onClick={() => void sync.discard(entry.id)}>
          OK
        </Button>
      </div>
    </div>
  )
}
