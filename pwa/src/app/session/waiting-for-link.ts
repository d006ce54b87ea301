// Whether an account waits until an admin links it to a client.
import { NoAnswer, ownApi as api } from '../../api/client'

/** Null if the server did not say. */
export async function isWaitingForLink(): Promise<boolean | null> {
  try {
    const { data } = await api.GET('/rest/v1/client_links')
    return data?.is_waiting ?? null
  } catch (error) {
    if (error instanceof NoAnswer) return null
    throw error
  }
}
