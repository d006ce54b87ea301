// Screen for a new password, after the user forgot the old one and opened the recovery link.
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { PASSWORD_MIN, passwordProblem } from '../../../lib/validation/password'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { bindFields } from '../../../ui/form/bind-fields'
import { CodeField } from '../../../ui/form/code-field'
import { PasswordField } from '../../../ui/form/password-field'
import { StrengthMeter } from '../../../ui/form/strength-meter'
import { useToasts } from '../../../ui/feedback/toast'
import { useSubmit } from '../../../ui/form/use-submit'
import { AuthLayout } from '../auth-layout'
import { emailNonce } from '../first-password/remote'
import { setPassword } from '../remote'
import { StepHead } from '../step-head'
import { TextButton } from '../text-link'

/** `email` is the user's address. `onDone` is called after the change, or to keep the old password. */
export default function NewPassword({ email, onDone }: { email: string; onDone: () => void }) {
  const [values, setValues] = useState({ password: '', confirmPassword: '' })
  const [code, setCode] = useState<string | null>(null)
  const toasts = useToasts()
  const form = useSubmit(async () => {
    const problem = passwordProblem(values.password, values.confirmPassword)
    if (problem !== null) return problem
    if (code === '') return { message: 'Enter the code from the email', field: 'code' }
    const error = await setPassword(values.password, code ?? '')
    if (code === null && REAUTHENTICATION_CODES.has(error?.code ?? '')) {
      const emailError = await emailNonce()
      if (emailError === null) setCode('')
      return emailError
    }
    if (error !== null) return { ...error, field: FIELDS[error.code ?? ''] ?? null }
    toasts.show({
      tone: 'success',
      title: 'Your password is changed',
      body: 'Your other devices were signed out.',
    })
    onDone()
    return null
  })
  const field = bindFields(values, setValues, form)
  const newPassword = { required: true, autoComplete: 'new-password', minLength: PASSWORD_MIN } as const
  return (
    <AuthLayout title="Choose a new password">
      <StepHead icon={<KeyRound size={22} aria-hidden="true" />} title="Choose a new password">
        For <strong className="font-semibold break-words text-ink">{email}</strong>. Your other devices will
        be signed out.
      </StepHead>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {form.message !== null && <Alert id={form.box}>{form.message}</Alert>}
        {/* Password managers need the user name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...field('password')}
          {...newPassword}
          label="New Password"
          hint={<StrengthMeter password={values.password} />}
        />
        <PasswordField {...field('confirmPassword')} {...newPassword} label="Confirm Password" />
        {code !== null && (
          <CodeField
            value={code}
            {...form.markOf('code')}
            hint="It is a while since you opened the mail, so we have sent a code to your address."
            onChange={(next) => {
              setCode(next)
              form.forget('code')
            }}
          />
        )}
        <Button type="submit" tone="primary" busy={form.busy} className="mt-1 w-full">
          Change password
        </Button>
      </form>
      <p className="mt-6 text-base">
        <TextButton onClick={onDone}>Keep the old one</TextButton>
      </p>
    </AuthLayout>
  )
}

const FIELDS: Record<string, string> = {
  weak_password: 'password',
  same_password: 'password',
  reauthentication_not_valid: 'code',
}
/**
 * From 15 minutes after the sign-in the server requires the old password or a mailed code.
 * The user has forgotten the password, so they get a code.
 */
const REAUTHENTICATION_CODES = new Set(['current_password_required', 'reauthentication_needed'])
