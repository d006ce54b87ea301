// Text and files that another app has shared with this one. They wait on this device until the user picks a
// conversation.
import { atomically } from '../../../db/open'
import { type FileRow, SHARE } from '../../../db/rows/files'
import type { DeviceTables, Replica } from '../../../db/schema'
import { waitingBytes } from '../../../synced/messaging/file-limits'
import { MAX_QUEUED_BYTES, rejectionReason } from '../file-rules'
import { keepInMemory } from '../files/draft-files'

export interface Share {
  text: string
  files: readonly FileRow[]
}

const TOO_MANY = 'A shared file was not stored, because too many files are waiting on this device.'

/** The shared content that is in no conversation yet; null if there is none. */
export async function waitingShare(stored: DeviceTables): Promise<Share | null> {
  const [draft, files] = await Promise.all([stored.drafts.get(SHARE), filesOf(stored)])
  return draft === undefined && files.length === 0 ? null : { text: draft?.text ?? '', files }
}

/**
 * Moves the share into the draft of a conversation, in one transaction, so that a crash loses nothing. Returns
 * its text, and why files were rejected, each reason once.
 */
export function takeShare(
  replica: Replica,
  clientId: string,
  isOnline: boolean,
): Promise<{ text: string; reasons: string[] }> {
  const { files, file_bytes, drafts } = replica
  return atomically(replica, [files, file_bytes, drafts], async () => {
    const reasons = new Set<string>()
    const all = await files.toArray()
    let waiting = waitingBytes(all.filter(({ client_id }) => client_id !== SHARE))
    for (const row of await filesOf(replica)) {
      const bytes = (await file_bytes.get(row.id))?.bytes
      const reason = rejectionReason(row, { isOnline, waiting }) ?? (bytes === undefined ? TOO_MANY : null)
      if (reason !== null || bytes === undefined) {
        reasons.add(reason ?? TOO_MANY)
        await Promise.all([files.delete(row.id), file_bytes.delete(row.id)])
        continue
      }
      if (row.size > MAX_QUEUED_BYTES) {
        // A large file is never stored, whether shared or picked. Only the memory of this page has its bytes.
        keepInMemory(row.id, new File([bytes], row.name, { type: row.type, lastModified: row.modified }))
        await file_bytes.delete(row.id)
      } else waiting += row.size
      await files.update(row.id, { client_id: clientId })
    }
    const text = (await drafts.get(SHARE))?.text ?? ''
    await drafts.delete(SHARE)
    const before = await drafts.get(clientId)
    if (text !== '') await drafts.put({ ...before, id: clientId, text: withShare(before?.text ?? '', text) })
    return { text, reasons: [...reasons] }
  })
}

export function discardShare(replica: Replica): Promise<void> {
  return atomically(replica, [replica.files, replica.file_bytes, replica.drafts], async () => {
    const keys = (await filesOf(replica)).map(({ id }) => id)
    await Promise.all([
      replica.files.bulkDelete(keys),
      replica.file_bytes.bulkDelete(keys),
      replica.drafts.delete(SHARE),
    ])
  })
}

/** A draft's text with the shared one below it. */
export function withShare(text: string, shared: string): string {
  return text.trim() === '' ? shared : `${text}\n${shared}`
}

function filesOf({ files }: DeviceTables): Promise<FileRow[]> {
  return files.where('client_id').equals(SHARE).sortBy('id')
}
