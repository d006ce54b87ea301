// Proves the user's identity by the current password or an emailed code, before a way to sign in is added or
// removed.
import { type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { CodeField } from '../../../ui/form/code-field'
import { Dialog } from '../../../ui/overlay/dialog'
import { PasswordField } from '../../../ui/form/password-field'
import { useSubmit } from '../../../ui/form/use-submit'
import { confirmIdentity } from '../actions'
import { SendAgain } from './send-again'
import { useMailedCode } from './use-mailed-code'

type ConfirmIdentityProps = {
  hasPassword: boolean
  /** What the user is about to do, as a sentence. */
  what?: string
  onClose: () => void
  onConfirmed: () => void
}
type Method = 'password' | 'mail' | 'code'

const CHANGES_SIGN_IN = 'This changes how you sign in, so please confirm that it is you.'

function textOf(method: Method, what: string): string {
  if (method === 'code') return 'Enter the code that we sent to your email address.'
  const why = `You signed in a while ago. ${what}`
  return method === 'mail' ? `${why} We send a code to your email address.` : why
}

export function ConfirmIdentity({
  hasPassword,
  what = CHANGES_SIGN_IN,
  onClose,
  onConfirmed,
}: ConfirmIdentityProps) {
  const [method, setMethod] = useState<Method>(hasPassword ? 'password' : 'mail')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const form = useSubmit(async (given = code) => {
    const wrong = await confirmIdentity(
      method === 'password' ? { current_password: password } : { nonce: given },
    )
    if (wrong === null) onConfirmed()
    else setCode('')
    return wrong
  })
  const mailed = useMailedCode(() => {
    setCode('')
    form.forget()
    setMethod('code')
  })
  // Focus the field that the user fills in next.
  useLayoutEffect(() => field.current?.focus(), [method, mailed.times])
  const confirm = (event?: SubmitEvent) => {
    mailed.sending.forget()
    form.submit(event)
  }
  const message = form.message ?? mailed.sending.message
  return (
    <Dialog
      open
      onClose={onClose}
      title="Confirm that it is you"
      description={textOf(method, what)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {method === 'mail' ? (
            <Button tone="primary" busy={mailed.sending.busy} onClick={() => mailed.sending.submit()}>
              Send me a code
            </Button>
          ) : (
            <Button tone="primary" busy={form.busy} onClick={() => confirm()}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      <form noValidate onSubmit={confirm} className="flex flex-col gap-4">
        {message !== null && <Alert id={form.box}>{message}</Alert>}
        {message === null && mailed.times > 1 && <Alert tone="success">A new code is on its way.</Alert>}
        {method === 'password' && (
          <>
            <PasswordField
              ref={field}
              name="current"
              label="Current Password"
              autoComplete="current-password"
              required
              value={password}
              {...form.markOf('current')}
              onChange={(event) => {
                setPassword(event.target.value)
                form.forget('current')
              }}
            />
            <Button
              size="sm"
              busy={mailed.sending.busy}
              className="self-start"
              onClick={() => (mailed.left > 0 ? setMethod('code') : mailed.sending.submit())}
            >
              Send me a code instead
            </Button>
          </>
        )}
        {method === 'code' && (
          <>
            <CodeField
              ref={field}
              value={code}
              {...form.markOf('code')}
              hint="Nothing there? Look in the spam folder too."
              onChange={(next) => {
                setCode(next)
                form.forget('code')
              }}
              onComplete={(whole) => {
                mailed.sending.forget()
                form.submitWith(whole)
              }}
            />
            <div className="flex flex-wrap gap-2">
              <SendAgain {...mailed} />
              {hasPassword && (
                <Button
                  size="sm"
                  onClick={() => {
                    form.forget()
                    setMethod('password')
                  }}
                >
                  Use my password instead
                </Button>
              )}
            </div>
          </>
        )}
      </form>
    </Dialog>
  )
}
