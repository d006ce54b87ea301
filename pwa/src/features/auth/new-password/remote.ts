// Network calls: setting a password, and mailing the code that the server may require for it.
import { type Outcome, callLibrary } from '../../../api/auth/call-library'
import { secondsToWait } from '../../../api/auth/error-text'

export interface Names {
  fullName: string
  companyName: string
}

/** `nonce` is a mailed code, or "" until the server requires one. `names` is set for a user without a client row. */
export function setPassword(password: string, nonce: string, names: Names | null = null): Promise<Outcome> {
  const data = names && { full_name: names.fullName.trim(), company_name: names.companyName.trim() }
  return callLibrary(
    async (client) =>
      (await client.updateUser({ password, ...(data && { data }), ...(nonce !== '' && { nonce }) })).error,
  )
}

/** Mails a code that replaces the old password. Returns null too if a recently mailed code is still valid. */
export async function emailNonce(): Promise<Outcome> {
  const error = await callLibrary(async (client) => (await client.reauthenticate()).error)
  return error !== null && secondsToWait(error) !== null ? null : error
}
