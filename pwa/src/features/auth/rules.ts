// What the sign-in and sign-up forms check before anything is sent; the texts are the specification's.
import { BAD_EMAIL } from '../../lib/validation/email'
import { PASSWORD_MIN, PASSWORD_TOO_SHORT, PASSWORDS_DIFFER } from '../../lib/validation/password'

export type Mode = 'signin' | 'signup'

export type FieldName = 'fullName' | 'companyName' | 'email' | 'password' | 'confirmPassword'
export type Values = Record<FieldName, string>
export type Problem = { field: FieldName; message: string }

export const EMPTY: Values = { fullName: '', companyName: '', email: '', password: '', confirmPassword: '' }

/** The sign-in service's own words for a form with nothing in it. */
const NOTHING = 'You must provide either an email or phone number and a password'

/** The server's own rule (`accounts/validation.py`). */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const EMAIL = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`)
const EMAIL_MAX = 255

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

/** Other ways in than the two forms: a new password by mail, a code by mail, a company's own sign-in, a sign-up's code. */
export type Way = 'recover' | 'code' | 'company' | 'confirm'

const MODES = ['signup', 'recover', 'code', 'company', 'confirm'] as const

/** What the address's `mode` opens; anything unknown is sign-in. */
export function modeOf(param: string | null): Mode | Way {
  return MODES.find((mode) => mode === param) ?? 'signin'
}

/** What keeps the form from being sent, the first to be said first; empty if nothing does. */
export function problems(mode: Mode, values: Values): Problem[] {
  const found: Problem[] = REQUIRED[mode]
    .filter(([field]) => (isPassword(field) ? values[field] : values[field].trim()) === '')
    .map(([field, message]) => ({ field, message }))
  if (values.email.trim() !== '' && !isEmail(values.email)) found.push({ field: 'email', message: BAD_EMAIL })
  if (mode === 'signin') return found.length === 2 && values.email.trim() === '' ? [{ field: 'email', message: NOTHING }, ...found.slice(1)] : found
  if (values.password !== values.confirmPassword) found.push({ field: 'confirmPassword', message: PASSWORDS_DIFFER })
  if (values.password !== '' && values.password.length < PASSWORD_MIN) {
    found.push({ field: 'password', message: PASSWORD_TOO_SHORT })
  }
  return found
}

function isPassword(field: FieldName): boolean {
  return field === 'password' || field === 'confirmPassword'
}
