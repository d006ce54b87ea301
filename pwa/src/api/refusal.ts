// What a refusal of the sign-in service says to a person, in whatever shape the library brings it.
import { PASSWORD_TOO_SHORT } from '../lib/password-rules'

export interface Refusal {
  /** The service's word for it, 'no-connection', or null. */
  code: string | null
  message: string
}

const NO_CONNECTION = 'No connection to the server. Check your network and try again.'
const NO_TEXT = 'An error occurred'
export const NOT_VERIFIED = 'An error occurred on token verification.'

type Shape = { name?: string; code?: string | undefined; message?: string; status?: number | undefined; reasons?: unknown }

/** The service and the library word their refusals for a person; a proxy or a parser does not. */
export function refusalOf(error: unknown): Refusal {
  const { name = '', code: word, message = '', status, reasons }: Shape = error instanceof Error ? error : {}
  const code = word ?? null
  // What is known from a breach may be long enough.
  const isKnown = Array.isArray(reasons) && reasons.includes('pwned')
  if (code === 'weak_password') return { code, message: isKnown ? message : PASSWORD_TOO_SHORT }
  if (name === 'AuthRetryableFetchError') return status ? { code, message: NO_TEXT } : { code: 'no-connection', message: NO_CONNECTION }
  const isWorded = message === NOT_VERIFIED || (name.startsWith('Auth') && name !== 'AuthUnknownError' && message !== '')
  return { code, message: isWorded ? message : NO_TEXT }
}

/** The seconds that a refusal asks to wait, null if it asks for none. */
export function secondsToWait({ message }: Refusal): number | null {
  const found = /after (\d+) seconds/.exec(message)
  return found === null ? null : Number(found[1])
}
