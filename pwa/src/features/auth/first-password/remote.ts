// Whether a signed-in person has a client row, and their first password; these calls need the network now.
import { NoAnswer, ownApi as api } from '../../../api/client'
import { secondsToWait } from '../../../api/auth/error-text'
import { type Outcome, tried } from '../../../api/auth/call-library'

/**
 * True if nobody knows yet who the person is: they have no client row, and no admin is about to link one. Rejects where
 * the server does not say.
 */
export async function lacksClient(): Promise<boolean> {
  const { data } = await api.GET('/rest/v1/clients')
  if (data === undefined) throw new NoAnswer('network')
  // Whoever has a row gets it, and an admin gets a list: only an answer without a row has a code.
  if (!('code' in data)) return false
  const link = (await api.GET('/rest/v1/client_links')).data
  if (link === undefined) throw new NoAnswer('network')
  return !link.is_waiting
}

export interface Names {
  fullName: string
  companyName: string
}

/** `names` are those of a person who has no client row yet; `nonce` is a mailed code, "" until the server asks for one. */
export function setFirstPassword(password: string, names: Names | null, nonce: string): Promise<Outcome> {
  const data = names && { full_name: names.fullName.trim(), company_name: names.companyName.trim() }
  return tried(async (client) => (await client.updateUser({ password, ...(data && { data }), ...(nonce !== '' && { nonce }) })).error)
}

/** Mails a code that stands for the password; one that was mailed a moment ago is still good. */
export async function mailNonce(): Promise<Outcome> {
  const refusal = await tried(async (client) => (await client.reauthenticate()).error)
  return refusal !== null && secondsToWait(refusal) !== null ? null : refusal
}
