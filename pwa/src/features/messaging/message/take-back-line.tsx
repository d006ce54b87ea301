// Under a message that is being taken back: how far that is, and what can be done where it was not possible.
import { useLive } from '../../../live/live'
import { Button } from '../../../ui/button'
import type { WaitingMessage } from '../thread/state'

type TakeBackLineProps = { entry: WaitingMessage; /** The message is known to have arrived. */ hasArrived: boolean }

export function TakeBackLine({ entry, hasArrived }: TakeBackLineProps) {
  const { sync } = useLive()
  if (entry.state !== 'refused') {
    const when = entry.state === 'waiting-for-sign-in' ? 'Is taken back when you sign in again.' : 'Being taken back.'
    return <p className="mt-1 text-sm text-ink-2">{hasArrived ? when : `${when} It may have arrived.`}</p>
  }
  const isRead = entry.error?.code === 'already_read'
  return (
    <div className="mt-1.5 mb-2 flex flex-col items-end gap-1.5">
      <p role="alert" className="text-right text-sm text-balance text-bad">
        {isRead ? 'It was already read, so it stays.' : 'It could not be taken back.'}
        {!isRead && Boolean(entry.error?.message) && <span className="block text-ink-2">{entry.error?.message}</span>}
      </p>
      <div className="flex gap-1.5">
        {!isRead && (
          <Button size="sm" onClick={() => void sync.retry(entry.id)}>
            Retry
          </Button>
        )}
        <Button size="sm" tone="quiet" onClick={() => void sync.discard(entry.id)}>
          OK
        </Button>
      </div>
    </div>
  )
}
