// Thumbnails of message files, stored on the device so that each loads once and shows offline.
import type { Replica } from '../../../db/schema'

const PREFIX = 'picture '
/** The number of stored thumbnails, the newest ones, with about 30 kB each. */
const MAX_STORED = 300
const SLACK = 30
/** A larger thumbnail is not stored and loads each time. */
const MAX_THUMBNAIL_BYTES = 300 * 1024

export async function storedPicture(replica: Replica, messageId: string): Promise<ArrayBuffer | null> {
  return (await replica.file_bytes.get(PREFIX + messageId))?.bytes ?? null
}

export async function storePicture(replica: Replica, messageId: string, bytes: ArrayBuffer): Promise<void> {
  if (bytes.byteLength > MAX_THUMBNAIL_BYTES) return
  await replica.file_bytes.put({ id: PREFIX + messageId, bytes })
  // Message ids increase with time, so the oldest keys come first.
  const keys = await pictures(replica).primaryKeys()
  if (keys.length > MAX_STORED + SLACK) await replica.file_bytes.bulkDelete(keys.slice(0, -MAX_STORED))
}

/** Deletes thumbnails of messages that were taken back or are no longer on this device. */
export async function deleteOrphanPictures(replica: Replica): Promise<void> {
  const keys = await pictures(replica).primaryKeys()
  if (keys.length === 0) return
  const messages = await replica.messages.bulkGet(keys.map((key) => key.slice(PREFIX.length)))
  await replica.file_bytes.bulkDelete(
    keys.filter((_, index) => (messages[index]?.attachment_url ?? null) === null),
  )
}

function pictures(replica: Replica) {
  return replica.file_bytes.where('id').startsWith(PREFIX)
}
