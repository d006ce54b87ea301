// The dialog before a sign-out with unsent messages. The user can send or discard them.
import { useState } from 'react'

import type { Live } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { countUnsent } from '../../device/leave-device'

type SignOutDialogProps = {
  live: Live
  open: boolean
  unsent: number
  onClose: () => void
  onSignOut: () => Promise<void>
}

export default function SignOutDialog({ live, open, unsent, onClose, onSignOut }: SignOutDialogProps) {
  const [busy, setBusy] = useState<'sending' | 'leaving' | null>(null)
  const [stillUnsent, setStillUnsent] = useState<number | null>(null)
  const count = stillUnsent ?? unsent

  const close = () => {
    setStillUnsent(null)
    onClose()
  }
  const leave = async () => {
    setBusy('leaving')
    await onSignOut()
  }
  const sendFirst = async () => {
    setBusy('sending')
    await live.sync.flushNow()
    const remaining = await countUnsent(live.replica)
    setBusy(null)
    if (remaining === 0) await leave()
    else setStillUnsent(remaining)
  }

  return (
    <Dialog
      kind="alert"
      open={open}
      onClose={close}
      title={count === 1 ? '1 message has not been sent' : `${count} messages have not been sent`}
      description="Signing out removes everything of yours from this device, unsent messages included."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="danger" busy={busy === 'leaving'} onClick={leave}>
            Discard and sign out
          </Button>
          <Button tone="primary" busy={busy === 'sending'} onClick={sendFirst}>
            Send and sign out
          </Button>
        </>
      }
    >
      {stillUnsent !== null && (
        <Alert>Still not sent. Check the connection, or look under “Waiting to send” for the reason.</Alert>
      )}
    </Dialog>
  )
}
