// Converts errors of the auth library, in any of their shapes. Loaded with the first error.
import { authText } from '../../lib/text/auth-errors'
import { PASSWORD_TOO_SHORT } from '../../lib/validation/password'
import { NO_CONNECTION, NOT_VERIFIED, type AuthError } from './error-text'

const MALFORMED = 'Unable to validate email address'
const NO_TEXT = 'An error occurred'
type Shape = {
  name?: string
  code?: string | undefined
  message?: string
  status?: number | undefined
  reasons?: unknown
}

/**
 * The code of an error, and the text that the user sees. The library's own texts are those of the
 * specification, so they are kept. Errors of the service get a text by code. Texts of a proxy or a parser are
 * not shown.
 */
export function authErrorOf(error: unknown): AuthError {
  const {
    name = '',
    code: serviceCode,
    message = '',
    status,
    reasons,
  }: Shape = error instanceof Error ? error : {}
  // The service has no separate code for a malformed address.
  const code =
    serviceCode === 'validation_failed' && message.startsWith(MALFORMED)
      ? 'email_address_invalid'
      : (serviceCode ?? null)
  // A password that is known from a data breach may be long enough, so the text about the length would be
  // wrong.
  const isPwned = Array.isArray(reasons) && reasons.includes('pwned')
  if (code === 'weak_password') return { code, message: isPwned ? message : PASSWORD_TOO_SHORT }
  if (name === 'AuthRetryableFetchError')
    return status ? { code, message: NO_TEXT } : { code: 'no-connection', message: NO_CONNECTION }
  const isWorded =
    message === NOT_VERIFIED || (name.startsWith('Auth') && name !== 'AuthUnknownError' && message !== '')
  return { code, message: isWorded ? authText(code, message) : NO_TEXT }
}
