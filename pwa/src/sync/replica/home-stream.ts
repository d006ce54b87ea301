// The stream of a row that did not come in a frame but in a response: of a write, or a page of history.
import type { Replica } from '../../db/schema'

/**
 * `w` on an admin's device, the client's own stream on a client's device. The followed streams decide,
 * because the role may change during a connection and only the next `ok` contains it (MB2, MB3).
 */
export async function homeStream(replica: Replica, clientId: string): Promise<string> {
  const own = `c:${clientId}`
  const followed = await replica.streams.where('s').anyOf('w', own).primaryKeys()
  if (followed.length > 0) return followed.includes('w') ? 'w' : own
  const role = await replica.meta.get('role')
  return role?.value === 'admin' ? 'w' : own
}
