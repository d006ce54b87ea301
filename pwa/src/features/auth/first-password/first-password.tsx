// Screen for the first password of a confirmed user, and for their names if they have no client row.
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { bindFields } from '../../../ui/form/bind-fields'
import { TextField } from '../../../ui/form/text-field'
import type { FormError } from '../../../ui/form/use-submit'
import { AuthLayout } from '../auth-layout'
import { PasswordForm } from '../new-password/password-form'
import type { Names } from '../new-password/remote'
import { useNewPassword } from '../new-password/use-new-password'
import { StepHead } from '../step-head'
import { lacksClient } from './remote'

export default function FirstPassword({ email, onDone }: { email: string; onDone: () => void }) {
  const [needsNames, setNeedsNames] = useState<boolean | null>(null)
  const [isOffline, setOffline] = useState(false)
  const load = () => {
    const receive = (lacks: boolean | null) => {
      if (lacks !== null) setNeedsNames(lacks)
      setOffline(lacks === null)
    }
    return onResponse(
      lacksClient().catch(() => null),
      receive,
      null,
    )
  }
  useEffect(load, [])

  return (
    <AuthLayout title="Finish your account">
      <StepHead icon={<KeyRound size={22} aria-hidden="true" />} title="Finish your account">
        <strong className="font-semibold break-words text-ink">{email}</strong> is confirmed. Choose the
        password you will sign in with.
      </StepHead>
      {isOffline && needsNames === null && (
        <Alert
          action={
            <Button size="sm" onClick={load}>
              Retry
            </Button>
          }
        >
          No connection to the server. Check your network and try again.
        </Alert>
      )}
      {needsNames !== null && <FirstPasswordForm email={email} needsNames={needsNames} onDone={onDone} />}
    </AuthLayout>
  )
}

type FirstPasswordFormProps = { email: string; needsNames: boolean; onDone: () => void }

function FirstPasswordForm({ email, needsNames, onDone }: FirstPasswordFormProps) {
  const [names, setNames] = useState({ fullName: '', companyName: '' })
  const state = useNewPassword({ names: () => (needsNames ? validated(names) : null), onSaved: onDone })
  const field = bindFields(names, setNames, state.form)
  return (
    <PasswordForm
      email={email}
      state={state}
      label="Password"
      codeHint="You confirmed your address a while ago, so we have sent a code to it."
      submit="Continue"
    >
      {needsNames && (
        <>
          <TextField
            required
            {...field('fullName')}
            label="Full Name"
            autoComplete="name"
            autoCapitalize="words"
          />
          <TextField required {...field('companyName')} label="Company Name" autoComplete="organization" />
        </>
      )}
    </PasswordForm>
  )
}

function validated(names: Names): Names | FormError {
  if (names.fullName.trim() === '') return { message: 'Full name is required', field: 'fullName' }
  if (names.companyName.trim() === '') return { message: 'Company name is required', field: 'companyName' }
  return names
}
