// Screen for the first password of a confirmed user, and for their names if they have no client row.
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { PASSWORD_MIN, passwordProblem } from '../../../lib/validation/password'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { bindFields } from '../../../ui/form/bind-fields'
import { CodeField } from '../../../ui/form/code-field'
import { PasswordField } from '../../../ui/form/password-field'
import { StrengthMeter } from '../../../ui/form/strength-meter'
import { TextField } from '../../../ui/form/text-field'
import { useSubmit, type FormError } from '../../../ui/form/use-submit'
import { AuthLayout } from '../auth-layout'
import { EMPTY } from '../rules'
import { StepHead } from '../step-head'
import { lacksClient, emailNonce, setFirstPassword } from './remote'

export default function FirstPassword({ email, onDone }: { email: string; onDone: () => void }) {
  const [needsNames, setNeedsNames] = useState<boolean | null>(null)
  const [offline, setOffline] = useState(false)
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
      {offline && needsNames === null && (
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
      {needsNames !== null && <PasswordForm email={email} needsNames={needsNames} onDone={onDone} />}
    </AuthLayout>
  )
}

/** The field of each error code. */
const FIELDS: Record<string, string> = { weak_password: 'password', reauthentication_not_valid: 'code' }

type PasswordFormProps = { email: string; needsNames: boolean; onDone: () => void }

function PasswordForm({ email, needsNames, onDone }: PasswordFormProps) {
  const [values, setValues] = useState({ ...EMPTY, email })
  /** The code of an email; null until the server asks for one. */
  const [code, setCode] = useState<string | null>(null)
  const sendCode = async (): Promise<FormError | null> => {
    const emailError = await emailNonce()
    if (emailError === null) setCode('')
    return emailError
  }
  const form = useSubmit(async () => {
    if (needsNames && values.fullName.trim() === '')
      return { message: 'Full name is required', field: 'fullName' }
    if (needsNames && values.companyName.trim() === '')
      return { message: 'Company name is required', field: 'companyName' }
    const problem = passwordProblem(values.password, values.confirmPassword)
    if (problem !== null) return problem
    if (code === '') return { message: 'Enter the code from the email', field: 'code' }
    const error = await setFirstPassword(values.password, needsNames ? values : null, code ?? '')
    if (error === null) onDone()
    if (error?.code === 'reauthentication_needed') return sendCode()
    return error && { ...error, field: FIELDS[error.code ?? ''] ?? null }
  })
  const field = bindFields(values, setValues, form)
  const newPassword = { required: true, autoComplete: 'new-password', minLength: PASSWORD_MIN } as const
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.message !== null && <Alert id={form.box}>{form.message}</Alert>}
      {/* Password managers need the user name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {needsNames && (
        <TextField
          required
          {...field('fullName')}
          label="Full Name"
          autoComplete="name"
          autoCapitalize="words"
        />
      )}
      {needsNames && (
        <TextField required {...field('companyName')} label="Company Name" autoComplete="organization" />
      )}
      <PasswordField
        {...field('password')}
        {...newPassword}
        label="Password"
        hint={<StrengthMeter password={values.password} />}
      />
      <PasswordField {...field('confirmPassword')} {...newPassword} label="Confirm Password" />
      {code !== null && (
        <CodeField
          value={code}
          {...form.markOf('code')}
          hint="It is a while since you confirmed your address, so we have sent a code to it."
          onChange={(next) => {
            setCode(next)
            form.forget('code')
          }}
        />
      )}
      <Button type="submit" tone="primary" busy={form.busy} className="mt-1 w-full">
        Continue
      </Button>
    </form>
  )
}
