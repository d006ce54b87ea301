// Adds a phone: the user enters the code of a text message.
import { useState } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { CodeField } from '../../../ui/form/code-field'
import { Dialog } from '../../../ui/overlay/dialog'
import { TextField } from '../../../ui/form/text-field'
import { useSubmit } from '../../../ui/form/use-submit'
import { confirmPhone, cancelEnrollment, startPhone } from '../actions'
import type { Factor } from '../remote'

type AddPhoneProps = { factors: Factor[]; onClose: () => void; onAdded: () => Promise<void> }

export function AddPhone({ factors, onClose, onAdded }: AddPhoneProps) {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [enrollment, setEnrollment] = useState<{ id: string; challenge: string } | null>(null)
  const form = useSubmit(async (typedCode = code) => {
    if (enrollment === null) {
      const started = await startPhone(phone, factors)
      if ('error' in started) return started.error
      setEnrollment(started)
      return null
    }
    const problem = await confirmPhone(enrollment.id, enrollment.challenge, typedCode)
    if (problem === null) await onAdded()
    else setCode('')
    return problem
  })
  const close = () => {
    // While a code is verified, the phone may be enrolled already.
    if (enrollment !== null && !form.busy) cancelEnrollment(enrollment.id)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title="Add a phone"
      description={
        enrollment === null
          ? 'We send a code by text message whenever you sign in.'
          : `Enter the code that we sent to ${phone}.`
      }
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" busy={form.busy} onClick={() => form.submit()}>
            {enrollment === null ? 'Send a code' : 'Turn on'}
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {form.message !== null && <Alert id={form.box}>{form.message}</Alert>}
        {enrollment === null ? (
          <TextField
            label="Phone number"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="+1 555 010 0100"
            hint="With the country code."
            value={phone}
            {...form.markOf('phone')}
            onChange={(event) => {
              setPhone(event.target.value)
              form.forget('phone')
            }}
          />
        ) : (
          <CodeField
            value={code}
            {...form.markOf('code')}
            onChange={(next) => {
              setCode(next)
              form.forget('code')
            }}
            onComplete={form.submitWith}
          />
        )}
      </form>
    </Dialog>
  )
}
