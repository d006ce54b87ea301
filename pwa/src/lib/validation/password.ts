// Checks a new password before it is sent. The texts are from the specification.

export const PASSWORD_MIN = 6
export const PASSWORDS_DIFFER = 'Passwords do not match'
export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long'

export type PasswordProblem = { field: 'password' | 'confirmPassword'; message: string }

/** The first problem of a new password, or null if there is none. */
export function passwordProblem(password: string, repeated: string): PasswordProblem | null {
  if (password === '') return { field: 'password', message: 'Password is required' }
  if (password !== repeated) return { field: 'confirmPassword', message: PASSWORDS_DIFFER }
  if (password.length < PASSWORD_MIN) return { field: 'password', message: PASSWORD_TOO_SHORT }
  return null
}
