// Network calls: whether a signed-in user has a client row, and setting the first password.
import { NoAnswer, ownApi as api } from '../../../api/client'
import { secondsToWait } from '../../../api/auth/error-text'
import { type Outcome, callLibrary } from '../../../api/auth/call-library'

/**
 * Returns true if the user has no client row and no admin is about to link one. Rejects with NoAnswer if the
 * server does not respond.
 */
export async function lacksClient(): Promise<boolean> {
  const { data } = await api.GET('/rest/v1/clients')
  if (data === undefined) throw new NoAnswer('network')
  // A client gets their row and an admin gets a list. Only a response without a row has a code.
  if (!('code' in data)) return false
  const link = (await api.GET('/rest/v1/client_links')).data
  if (link === undefined) throw new NoAnswer('network')
  return !link.is_waiting
}

export interface Names {
  fullName: string
  companyName: string
}

/** `names` is set for a user without a client row. `nonce` is a mailed code, or "" until it is required. */
export function setFirstPassword(password: string, names: Names | null, nonce: string): Promise<Outcome> {
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
