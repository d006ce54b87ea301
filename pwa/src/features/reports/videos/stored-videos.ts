// Small videos that somebody wants to see without a network: their bytes on this device, by their address.
import type { Replica } from '../../../db/schema'

/** Larger ones are for who has a line. */
export const KEEPS = 25 * 1024 * 1024
const PLACE = '/storage/'

export async function storedVideo(replica: Replica, url: string): Promise<ArrayBuffer | null> {
  return (await replica.file_bytes.get(url))?.bytes ?? null
}

/** Those of reports that are not on this device any more go. */
export async function dropForgotten(replica: Replica): Promise<void> {
  const keys = await replica.file_bytes.where('id').startsWith(PLACE).primaryKeys()
  if (keys.length === 0) return
  const wanted = new Set((await replica.reports.toArray()).map(({ content }) => content.video_url))
  await replica.file_bytes.bulkDelete(keys.filter((key) => !wanted.has(key)))
}
