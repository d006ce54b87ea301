// The error when nothing could be loaded, with a button to retry.
import { useState } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'

export function LoadAgain({ message, onRetry }: { message: string; onRetry: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await onRetry()
    setBusy(false)
  }
  return (
    <Alert
      action={
        <Button size="sm" busy={busy} onClick={() => void retry()}>
          Retry
        </Button>
      }
    >
      {message}
    </Alert>
  )
}
