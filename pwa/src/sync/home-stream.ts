// The stream a row belongs to when it did not come through one: an answer to a write, or a page of history.
import type { Replica } from '../db/schema'

/** `w` on an admin's device, the client's own stream on a client's. */
export async function homeStream(replica: Replica, clientId: string): Promise<string> {
  const role = await replica.meta.get('role')
  return role?.value === 'admin' ? 'w' : `c:${clientId}`
}
