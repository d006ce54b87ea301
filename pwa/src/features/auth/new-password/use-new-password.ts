// State of a form with a new password, and with a mailed code once the server requires one.
import { useState } from 'react'

import { passwordProblem } from '../../../lib/validation/password'
import { type FormError, useSubmit } from '../../../ui/form/use-submit'
import { emailNonce, type Names, setPassword } from './remote'

/** The field of each error code. */
const FIELDS: Record<string, string> = {
  weak_password: 'password',
  same_password: 'password',
  reauthentication_not_valid: 'code',
}

/**
 * From 15 minutes after the sign-in the server requires the old password or a mailed code. These users have no
 * password or have forgotten it, so they get a code.
 */
const REAUTHENTICATION_CODES = new Set(['current_password_required', 'reauthentication_needed'])

type NewPasswordOptions = {
  /** Returns the names to store with the password, or the error of their fields; null without names. */
  names?: () => Names | FormError | null
  onSaved: () => void
}

export function useNewPassword({ names = () => null, onSaved }: NewPasswordOptions) {
  const [values, setValues] = useState({ password: '', confirmPassword: '' })
  /** The mailed code; null until the server requires one. */
  const [code, setCode] = useState<string | null>(null)
  const sendCode = async (): Promise<FormError | null> => {
    const emailError = await emailNonce()
    if (emailError === null) setCode('')
    return emailError
  }
  const form = useSubmit(async () => {
    const givenNames = names()
    if (givenNames !== null && 'message' in givenNames) return givenNames
    const problem = passwordProblem(values.password, values.confirmPassword)
    if (problem !== null) return problem
    if (code === '') return { message: 'Enter the code from the email', field: 'code' }
    const error = await setPassword(values.password, code ?? '', givenNames)
    if (error === null) {
      onSaved()
      return null
    }
    if (code === null && REAUTHENTICATION_CODES.has(error.code ?? '')) return sendCode()
    return { ...error, field: FIELDS[error.code ?? ''] ?? null }
  })
  return { values, setValues, code, setCode, form }
}
