// Reads a refusal in whatever shape the auth library brings it; loaded with the first one.
import { authText } from '../../lib/text/auth-errors'
import { PASSWORD_TOO_SHORT } from '../../lib/validation/password'
import { NO_CONNECTION, NOT_VERIFIED, type Refusal } from './error-text'

const MALFORMED = 'Unable to validate email address'
const NO_TEXT = 'An error occurred'
type Shape = { name?: string; code?: string | undefined; message?: string; status?: number | undefined; reasons?: unknown }

/** The library's own texts are those of the specification; those of the service are looked up, a proxy's or a parser's are not shown. */
export function refusalOf(error: unknown): Refusal {
  const { name = '', code: word, message = '', status, reasons }: Shape = error instanceof Error ? error : {}
  // The service names no code of its own for an address that is badly written.
  const code = word === 'validation_failed' && message.startsWith(MALFORMED) ? 'email_address_invalid' : (word ?? null)
  // What is known from a breach may be long enough.
  const isKnown = Array.isArray(reasons) && reasons.includes('pwned')
  if (code === 'weak_password') return { code, message: isKnown ? message : PASSWORD_TOO_SHORT }
  if (name === 'AuthRetryableFetchError') return status ? { code, message: NO_TEXT } : { code: 'no-connection', message: NO_CONNECTION }
  const isWorded = message === NOT_VERIFIED || (name.startsWith('Auth') && name !== 'AuthUnknownError' && message !== '')
  return { code, message: isWorded ? authText(code, message) : NO_TEXT }
}
