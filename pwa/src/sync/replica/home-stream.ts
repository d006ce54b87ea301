// Finds the stream of a row that arrived in a response (to a write, or of a page of history), not in a frame.
import type { Replica } from '../../db/schema'
import { clientStream, streamFor } from '../../db/streams'

/**
 * Returns `w` on an admin's device, and the client's own stream on a client's device. The followed streams
 * decide, because the role may change during a connection and only the next `ok` contains it (MB2, MB3).
 */
export async function homeStream(replica: Replica, clientId: string): Promise<string> {
  const own = clientStream(clientId)
  const followed = await replica.streams.where('s').anyOf('w', own).primaryKeys()
  if (followed.length > 0) return followed.includes('w') ? 'w' : own
  const role = await replica.meta.get('role')
  return streamFor(role?.value, own)
}
