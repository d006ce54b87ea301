// Client-side checks of the sign-in and sign-up forms, with the specification's texts.
import { BAD_EMAIL } from '../../lib/validation/email'
import { PASSWORD_MIN, PASSWORD_TOO_SHORT, PASSWORDS_DIFFER } from '../../lib/validation/password'
import { EMAIL, EMAIL_MAX } from './rules.gen'

export type Mode = 'signin' | 'signup'

export type FieldName = 'fullName' | 'companyName' | 'email' | 'password' | 'confirmPassword'
export type Values = Record<FieldName, string>
export type Problem = { field: FieldName; message: string }

export const EMPTY: Values = { fullName: '', companyName: '', email: '', password: '', confirmPassword: '' }

/** The auth service's text for an empty form. */
const NOTHING = 'You must provide either an email or phone number and a password'

export function isEmail(text: string): boolean {
  const address = text.trim().toLowerCase()
  return address.length <= EMAIL_MAX && EMAIL.test(address)
}

const REQUIRED: Record<Mode, [FieldName, string][]> = {
  signin: [
    ['email', 'Email address is required'],
    ['password', 'Password is required'],
  ],
  signup: [
    ['fullName', 'Full name is required'],
    ['companyName', 'Company name is required'],
    ['email', 'Email address is required'],
    ['password', 'Password is required'],
  ],
}

/** The methods besides the two forms: password reset, mailed code, company SSO, and entering the code of a sign-up. */
export type Method = 'recover' | 'code' | 'company' | 'confirm'

const MODES = ['signup', 'recover', 'code', 'company', 'confirm'] as const

/** The mode that the query parameter `mode` selects. An unknown value selects sign-in. */
export function modeOf(param: string | null): Mode | Method {
  return MODES.find((mode) => mode === param) ?? 'signin'
}

/** The problems that prevent submitting, in display order; empty if there are none. */
export function problems(mode: Mode, values: Values): Problem[] {
  const result: Problem[] = REQUIRED[mode]
    .filter(([field]) => (field === 'password' ? values[field] : values[field].trim()) === '')
    .map(([field, message]) => ({ field, message }))
  if (values.email.trim() !== '' && !isEmail(values.email))
    result.push({ field: 'email', message: BAD_EMAIL })
  if (mode === 'signin')
    return result.length === 2 && values.email.trim() === ''
      ? [{ field: 'email', message: NOTHING }, ...result.slice(1)]
      : result
  if (values.password !== values.confirmPassword)
    result.push({ field: 'confirmPassword', message: PASSWORDS_DIFFER })
  if (values.password !== '' && values.password.length < PASSWORD_MIN)
    result.push({ field: 'password', message: PASSWORD_TOO_SHORT })
  return result
}
