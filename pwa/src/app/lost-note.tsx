// Says that the browser has removed what was stored here, at the door and inside.
import { useSyncExternalStore } from 'react'

import { Alert } from '../ui/alert'
import { Button } from '../ui/button'
import { lostData, lostIsSeen } from './kept'

export function LostNote({ className }: { className: string }) {
  const lost = useSyncExternalStore(
    (tell) => lostData.subscribe(tell),
    () => lostData.get(),
  )
  if (lost === null) return null
  const { unsent } = lost
  return (
    <Alert
      tone="warning"
      title="Your browser removed what was stored here"
      className={className}
      action={
        <Button size="sm" onClick={lostIsSeen}>
          OK
        </Button>
      }
    >
      Everything that was sent is safe and loads again.
      {unsent > 0 && ` ${unsent === 1 ? '1 message that had not been sent is' : `${unsent} messages that had not been sent are`} lost.`}
    </Alert>
  )
}
