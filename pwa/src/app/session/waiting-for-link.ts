// Checks whether an account is waiting for an admin to link it to a client.
import { NoAnswer, ownApi as api } from '../../api/client'

/** True if the account waits for a link; null if there was no valid response. */
export async function isWaitingForLink(): Promise<boolean | null> {
  try {
    const { data } = await api.GET('/rest/v1/client_links')
    return data?.is_waiting ?? null
  } catch (error) {
    if (error instanceof NoAnswer) return null
    throw error
  }
}
