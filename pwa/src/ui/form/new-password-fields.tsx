// The two fields for a new password, with its strength.
import { PASSWORD_MIN } from '../../lib/validation/password'
import { PasswordField } from './password-field'
import { StrengthMeter } from './strength-meter'
import type { TextFieldProps } from './text-field'

type NewPasswordFieldsProps = {
  /** The properties of each field, from `bindFields`. */
  field: (name: 'password' | 'confirmPassword') => Partial<TextFieldProps>
  password: string
  label?: string
  autoFocus?: boolean
}

const COMMON = { required: true, autoComplete: 'new-password', minLength: PASSWORD_MIN } as const

export function NewPasswordFields({
  field,
  password,
  label = 'New Password',
  autoFocus = false,
}: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...field('password')}
        {...COMMON}
        autoFocus={autoFocus}
        label={label}
        hint={<StrengthMeter password={password} />}
      />
      <PasswordField {...field('confirmPassword')} {...COMMON} label="Confirm Password" />
    </>
  )
}
