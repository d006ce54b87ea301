// Network call: whether a signed-in user has a client row.
import { NoAnswer, ownApi as api } from '../../../api/client'

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
