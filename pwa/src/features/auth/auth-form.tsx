// The sign-in or sign-up form: fields, checks, and the server's errors.
import { lazy, type SubmitEvent, Suspense, useRef, useState } from 'react'

import { PASSWORD_MIN } from '../../lib/validation/password'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/form/password-field'
import { TextField } from '../../ui/form/text-field'
import { signIn, signUp } from './remote'
import { EMPTY, type FieldName, type Mode, type Problem, problems, type Values } from './rules'

/** Element id of the error box. It is constant, because a page has only one such form. */
const ALERT_ID = 'wrong'

const StrengthMeter = lazy(() => import('./new-password/strength'))

type AuthFormProps = {
  mode: Mode
  /** Initial values, which an invitation link supplies. */
  initial: Pick<Values, 'email' | 'fullName' | 'companyName'>
  /** `isSent` is true if an email was just sent. */
  onConfirmEmail: (email: string, isSent: boolean, values: Values) => void
  /** Opens the password reset, with the email address typed so far. */
  onForgotPassword: (email: string) => void
}

/** To clear its fields and message, the caller mounts it again with a new key. */
export function AuthForm({ mode, initial, onConfirmEmail, onForgotPassword }: AuthFormProps) {
  const [values, setValues] = useState<Values>({ ...EMPTY, ...initial })
  /** The message of a single error is empty. */
  const [errors, setErrors] = useState<Problem[]>([])
  const [message, setMessage] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const showErrors = (formErrors: Problem[], text: string) => {
    setErrors(formErrors)
    setMessage(text)
    const first = formErrors[0]?.field
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
  }

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    const formErrors = problems(mode, values)
    const [first] = formErrors
    if (first !== undefined) {
      showErrors(formErrors.length < 2 ? [{ ...first, message: '' }] : formErrors, first.message)
      return
    }
    setErrors([])
    setBusy(true)
    const result = await (mode === 'signup' ? signUp(values) : signIn(values))
    setBusy(false)
    if (result.is === 'confirm-email') onConfirmEmail(result.email, result.isSent, values)
    else if (result.is === 'rejected') {
      showErrors(result.field === null ? [] : [{ field: result.field, message: '' }], result.message)
    }
  }

  // Not `bindFields`, because several fields can have an error at once.
  const field = (name: FieldName) => {
    const error = errors.find((problem) => problem.field === name)?.message
    return {
      name,
      value: values[name],
      required: true,
      // A single error is only in the error box.
      ...(error === '' ? { error, 'aria-describedby': ALERT_ID } : { error }),
      onChange: (event: { target: HTMLInputElement }) => {
        setValues((before) => ({ ...before, [name]: event.target.value }))
        setErrors((before) => before.filter((problem) => problem.field !== name))
      },
    }
  }
  const isSignUp = mode === 'signup'

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {/* Keeps its space while sending, so that the second click of a double click does not hit another button. */}
      {message !== null && (
        <Alert id={ALERT_ID} className={busy ? 'invisible' : ''}>
          {message}
        </Alert>
      )}
      {isSignUp && (
        <>
          <TextField {...field('fullName')} label="Full Name" autoComplete="name" autoCapitalize="words" />
          <TextField {...field('companyName')} label="Company Name" autoComplete="organization" />
        </>
      )}
      <TextField
        {...field('email')}
        label="Email Address"
        type="email"
        inputMode="email"
        autoComplete={isSignUp ? 'email' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <PasswordField
          {...field('password')}
          label="Password"
          autoComplete={isSignUp ? 'new-password' : 'current-password'}
          minLength={PASSWORD_MIN}
          hint={isSignUp ? <Strength password={values.password} /> : undefined}
        />
        {!isSignUp && (
          <button
            type="button"
            onClick={() => onForgotPassword(values.email.trim())}
            className="-mb-3 inline-block rounded-sm py-3 text-sm font-medium text-primary-ink underline decoration-primary-line underline-offset-4 hover:decoration-current"
          >
            Forgot password?
          </button>
        )}
      </div>
      {isSignUp && (
        <PasswordField
          {...field('confirmPassword')}
          label="Confirm Password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN}
        />
      )}
      <Button type="submit" tone="primary" busy={busy} className="mt-1 w-full">
        {isSignUp ? 'Create account' : 'Sign In'}
      </Button>
    </form>
  )
}

/** Shows a static hint until the strength meter's code is loaded. */
function Strength({ password }: { password: string }) {
  return (
    <Suspense fallback={`At least ${PASSWORD_MIN} characters.`}>
      <StrengthMeter password={password} />
    </Suspense>
  )
}
