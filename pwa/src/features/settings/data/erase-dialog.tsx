// Erases the account: emails a code, asks for it, and confirms the erasure.
import { useState } from 'react'

import { useLive } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { CodeField } from '../../../ui/form/code-field'
import { Dialog } from '../../../ui/overlay/dialog'
import { useToasts } from '../../../ui/feedback/toast'
import { eraseEverything, sendEraseCode } from '../actions'

type Step = { is: 'start' } | { is: 'code'; sentTo: string | null }

export function EraseDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { replica } = useLive()
  const toasts = useToasts()
  const [step, setStep] = useState<Step>({ is: 'start' })
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const close = () => {
    setStep({ is: 'start' })
    setCode('')
    setError(null)
    onClose()
  }
  const send = async () => {
    setBusy(true)
    setError(null)
    const outcome = await sendEraseCode()
    setBusy(false)
    setError('problem' in outcome ? outcome.problem : null)
    if ('sentTo' in outcome) setStep({ is: 'code', sentTo: outcome.sentTo })
  }
  const erase = async () => {
    setBusy(true)
    setError(null)
    const eraseError = await eraseEverything(replica, code)
    setBusy(false)
    setError(eraseError)
    if (eraseError !== null) return
    // The erased user is signed out and this dialog unmounts, but the toast stays.
    toasts.show({
      tone: 'success',
      title: 'Your account is erased',
      body: 'We have emailed you a confirmation. You can no longer sign in with this account.',
    })
    close()
  }

  return (
    <Dialog
      kind="alert"
      open={open}
      onClose={close}
      title="Erase everything?"
      description={
        step.is === 'start'
          ? 'This cannot be undone. You may want to download a copy first. To continue, we will email you a code.'
          : `Enter the code from the mail “Erase your account?”${step.sentTo === null ? '' : ` that we sent to ${step.sentTo}`}. Entering it erases everything immediately.`
      }
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          {step.is === 'start' ? (
            <Button tone="danger" busy={busy} onClick={() => void send()}>
              Send me the code
            </Button>
          ) : (
            <Button tone="danger" busy={busy} disabled={code.trim() === ''} onClick={() => void erase()}>
              Erase everything
            </Button>
          )}
        </>
      }
    >
      {error !== null && <Alert className="mb-4">{error}</Alert>}
      {step.is === 'code' && <CodeField label="Code" value={code} onChange={setCode} />}
    </Dialog>
  )
}
