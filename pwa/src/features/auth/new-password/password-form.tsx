// The form of a new password: the two fields, and the field of a mailed code once the server requires one.
import type { ReactNode } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { bindFields } from '../../../ui/form/bind-fields'
import { CodeField } from '../../../ui/form/code-field'
import { NewPasswordFields } from '../../../ui/form/new-password-fields'
import type { useNewPassword } from './use-new-password'

type PasswordFormProps = {
  email: string
  state: ReturnType<typeof useNewPassword>
  label: string
  codeHint: string
  /** The text of the button. */
  submit: string
  /** Fields above the password. */
  children?: ReactNode
}

export function PasswordForm({ email, state, label, codeHint, submit, children }: PasswordFormProps) {
  const { values, setValues, code, setCode, form } = state
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.message !== null && <Alert id={form.box}>{form.message}</Alert>}
      {/* Password managers need the user name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {children}
      <NewPasswordFields
        field={bindFields(values, setValues, form)}
        password={values.password}
        label={label}
      />
      {code !== null && (
        <CodeField
          value={code}
          {...form.markOf('code')}
          hint={codeHint}
          onChange={(next) => {
            setCode(next)
            form.forget('code')
          }}
        />
      )}
      <Button type="submit" tone="primary" busy={form.busy} className="mt-1 w-full">
        {submit}
      </Button>
    </form>
  )
}
