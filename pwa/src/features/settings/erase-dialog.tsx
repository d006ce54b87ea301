// The last question before everything of a person is erased: only who reads their mail can answer it.
import { useState } from 'react'

import { useLive } from '../../live/live'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import { Dialog } from '../../ui/dialog'
import { eraseEverything, sendEraseCode } from './actions'

type Step = { is: 'asked' } | { is: 'code' }

export function EraseDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { replica } = useLive()
  const [step, setStep] = useState<Step>({ is: 'asked' })
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)

  const run = async (work: () => Promise<string | null>, then: () => void) => {
    setBusy(true)
    const problem = await work()
    setBusy(false)
    setWrong(problem)
    if (problem === null) then()
  }
  const close = () => {
    setStep({ is: 'asked' })
    setCode('')
    setWrong(null)
    onClose()
  }
  const send = () => run(sendEraseCode, () => setStep({ is: 'code' }))
  // Who is erased is signed out by that, here and everywhere.
  const erase = () => run(() => eraseEverything(replica, code), close)

  return (
    <Dialog
      kind="alert"
      open={open}
      onClose={close}
      title="Erase everything?"
      description={
        step.is === 'asked'
          ? 'This cannot be undone, by you or by anybody else. You may want to download a copy first. To go on, we send a code to your e-mail address.'
          : 'Enter the code from the mail. With it everything of yours is erased at once.'
      }
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          {step.is === 'asked' ? (
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
      {wrong !== null && <Alert className="mb-4">{wrong}</Alert>}
      {step.is === 'code' && <CodeField label="Code" value={code} onChange={setCode} />}
    </Dialog>
  )
}
