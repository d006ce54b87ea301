// The small pictures of messages' files that this device keeps: they show without a network, and come once.
import type { Replica } from '../../../db/schema'

const PREFIX = 'picture '
/** The newest ones; some 30 kB each. */
const MOST = 300
const SLACK = 30
/** One that is larger comes anew each time. */
const LARGEST = 300 * 1024

export async function storedPicture(replica: Replica, messageId: string): Promise<ArrayBuffer | null> {
  return (await replica.file_bytes.get(PREFIX + messageId))?.bytes ?? null
}

export async function keepPicture(replica: Replica, messageId: string, bytes: ArrayBuffer): Promise<void> {
  if (bytes.byteLength > LARGEST) return
  await replica.file_bytes.put({ id: PREFIX + messageId, bytes })
  // The ids of messages grow with time, so the oldest stand first.
  const keys = await pictures(replica).primaryKeys()
  if (keys.length > MOST + SLACK) await replica.file_bytes.bulkDelete(keys.slice(0, -MOST))
}

/** Those of messages that were taken back, or are not on this device any more, go. */
export async function dropPictures(replica: Replica): Promise<void> {
  const keys = await pictures(replica).primaryKeys()
  if (keys.length === 0) return
  const messages = await replica.messages.bulkGet(keys.map((key) => key.slice(PREFIX.length)))
  await replica.file_bytes.bulkDelete(keys.filter((_, index) => (messages[index]?.attachment_url ?? null) === null))
}

function pictures(replica: Replica) {
  return replica.file_bytes.where('id').startsWith(PREFIX)
}
