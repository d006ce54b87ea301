// The password form. The server may require the current password or an emailed code.
import { useState } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { bindFields } from '../../../ui/form/bind-fields'
import { CodeField } from '../../../ui/form/code-field'
import { NewPasswordFields } from '../../../ui/form/new-password-fields'
import { PasswordField } from '../../../ui/form/password-field'
import { Section } from '../../../ui/layout/section'
import { SendAgain } from './send-again'
import { usePasswordChange } from './use-password-change'

type PasswordSectionProps = { email: string; hasPassword: boolean; onChanged: () => Promise<void> }

export function PasswordSection({ email, hasPassword, onChanged }: PasswordSectionProps) {
  const [open, setOpen] = useState(false)
  return (
    <Section
      title="Password"
      lead={hasPassword ? `You sign in as ${email}.` : 'You have no password yet: you sign in in other ways.'}
      action={
        !open && (
          <Button className="max-sm:w-full" onClick={() => setOpen(true)}>
            {hasPassword ? 'Change password' : 'Set a password'}
          </Button>
        )
      }
    >
      {open && <ChangeForm email={email} onClose={() => setOpen(false)} onChanged={onChanged} />}
    </Section>
  )
}

type ChangeFormProps = { email: string; onClose: () => void; onChanged: () => Promise<void> }

function ChangeForm({ email, onClose, onChanged }: ChangeFormProps) {
  const { values, setValues, required, form, mailed, codeField, save } = usePasswordChange(onClose, onChanged)
  const field = bindFields(values, setValues, form)
  const message = form.message ?? mailed.sending.message
  return (
    <form noValidate onSubmit={save} className="border-t border-line px-4 py-4 sm:px-5">
      <div className="flex max-w-md flex-col gap-4">
        {message !== null && <Alert id={form.box}>{message}</Alert>}
        {message === null && mailed.sentCount > 1 && <Alert tone="success">A new code is on its way.</Alert>}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {required.current && (
          <>
            <PasswordField
              {...field('current')}
              required
              label="Current Password"
              autoComplete="current-password"
              autoFocus
              hint="To be sure that it is you."
            />
            {!required.code && (
              <Button
                size="sm"
                busy={mailed.sending.busy}
                className="self-start"
                onClick={() => mailed.sending.submit()}
              >
                Send me a code instead
              </Button>
            )}
          </>
        )}
        <NewPasswordFields field={field} password={values.password} autoFocus={!required.current} />
        {required.code && (
          <>
            <CodeField
              ref={codeField}
              label="Code from your email"
              value={values.nonce}
              {...form.markOf('code')}
              hint={`To be sure that it is you, we sent a code to ${email}.`}
              onChange={(nonce) => {
                setValues((before) => ({ ...before, nonce }))
                form.forget('code')
              }}
            />
            <div>
              <SendAgain {...mailed} />
            </div>
          </>
        )}
        <p className="text-sm text-ink-3">Your other devices will be signed out.</p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary" busy={form.busy}>
            {required.code || required.current ? 'Confirm' : 'Save'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </form>
  )
}
