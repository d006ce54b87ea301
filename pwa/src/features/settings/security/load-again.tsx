// The error when nothing could be loaded, with a button to retry.
import { useState } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'

export function LoadAgain({ message, onAgain }: { message: string; onAgain: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await onAgain()
    setBusy(false)
  }
  return (
    <Alert
      action={
        <Button size="sm" busy={busy} onClick={() => void again()}>
          Retry
        </Button>
      }
    >
      {message}
    </Alert>
  )
}
