// Proves the user's identity by the current password or an emailed code, before a way to sign in is added or
// removed.
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { CodeField } from '../../../ui/form/code-field'
import { Dialog } from '../../../ui/overlay/dialog'
import { PasswordField } from '../../../ui/form/password-field'
import { SendAgain } from './send-again'
import { type Confirmation, type Method, useConfirmation } from './use-confirmation'

type ConfirmIdentityProps = {
  hasPassword: boolean
  /** A sentence that says why the proof is needed. */
  reason?: string
  onClose: () => void
  onConfirmed: () => void
}

const CHANGES_SIGN_IN = 'This changes how you sign in, so please confirm that it is you.'

function textOf(method: Method, reason: string): string {
  if (method === 'code') return 'Enter the code that we sent to your email address.'
  const introduction = `You signed in a while ago. ${reason}`
  return method === 'mail' ? `${introduction} We send a code to your email address.` : introduction
}

export function ConfirmIdentity({
  hasPassword,
  reason = CHANGES_SIGN_IN,
  onClose,
  onConfirmed,
}: ConfirmIdentityProps) {
  const confirmation = useConfirmation(hasPassword, onConfirmed)
  const { method, form, mailed } = confirmation
  const message = form.message ?? mailed.sending.message
  return (
    <Dialog
      open
      onClose={onClose}
      title="Confirm that it is you"
      description={textOf(method, reason)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {method === 'mail' ? (
            <Button tone="primary" busy={mailed.sending.busy} onClick={() => mailed.sending.submit()}>
              Send me a code
            </Button>
          ) : (
            <Button tone="primary" busy={form.busy} onClick={() => confirmation.confirm()}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      <form noValidate onSubmit={confirmation.confirm} className="flex flex-col gap-4">
        {message !== null && <Alert id={form.box}>{message}</Alert>}
        {message === null && mailed.sentCount > 1 && <Alert tone="success">A new code is on its way.</Alert>}
        {method === 'password' && <ByPassword confirmation={confirmation} />}
        {method === 'code' && <ByCode confirmation={confirmation} hasPassword={hasPassword} />}
      </form>
    </Dialog>
  )
}

function ByPassword({ confirmation }: { confirmation: Confirmation }) {
  const { password, field, form, mailed, enterPassword, toCode } = confirmation
  return (
    <>
      <PasswordField
        ref={field}
        name="current"
        label="Current Password"
        autoComplete="current-password"
        required
        value={password}
        {...form.markOf('current')}
        onChange={(event) => enterPassword(event.target.value)}
      />
      <Button size="sm" busy={mailed.sending.busy} className="self-start" onClick={toCode}>
        Send me a code instead
      </Button>
    </>
  )
}

function ByCode({ confirmation, hasPassword }: { confirmation: Confirmation; hasPassword: boolean }) {
  const { code, field, form, mailed, enterCode, confirmWithCode, toPassword } = confirmation
  return (
    <>
      <CodeField
        ref={field}
        value={code}
        {...form.markOf('code')}
        hint="Nothing there? Look in the spam folder too."
        onChange={enterCode}
        onComplete={confirmWithCode}
      />
      <div className="flex flex-wrap gap-2">
        <SendAgain {...mailed} />
        {hasPassword && (
          <Button size="sm" onClick={toPassword}>
            Use my password instead
          </Button>
        )}
      </div>
    </>
  )
}
