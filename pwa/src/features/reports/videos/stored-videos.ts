// Small videos stored on this device for offline use: their bytes, by address.
import type { Replica } from '../../../db/schema'

/** The largest video in bytes that is stored; larger ones need a connection. */
export const MAX_STORED_BYTES = 25 * 1024 * 1024
const FILE_PATHS = '/storage/'

export async function storedVideo(replica: Replica, url: string): Promise<ArrayBuffer | null> {
  return (await replica.file_bytes.get(url))?.bytes ?? null
}

/** Deletes videos whose reports are no longer on this device. */
export async function deleteOrphanVideos(replica: Replica): Promise<void> {
  const keys = await replica.file_bytes.where('id').startsWith(FILE_PATHS).primaryKeys()
  if (keys.length === 0) return
  const referenced = new Set((await replica.reports.toArray()).map(({ content }) => content.video_url))
  await replica.file_bytes.bulkDelete(keys.filter((key) => !referenced.has(key)))
}
