// Picked, unsent files, stored on the device with the draft they belong to.
import { atomically } from '../../../db/open'
import { type FileRow, hasUnqueuedMessage, isUnsent } from '../../../db/rows/files'
import type { DeviceTables, Replica } from '../../../db/schema'
import { uuid7 } from '../../../lib/ids/uuid7'
import { waitingBytes } from '../../../synced/messaging/file-limits'
import { NO_TEXT, nameOf, MAX_QUEUED_BYTES, rejectionReason } from '../file-rules'
import type { WaitingMessage } from '../rows/state'

/** Files too large to store on the device. They are lost when the page closes. */
const filesInMemory = new Map<string, File>()

export function keepInMemory(id: string, file: File): void {
  filesInMemory.set(id, file)
}

export function fileInMemory(id: string): File | undefined {
  return filesInMemory.get(id)
}

/** Adds `files` to the conversation's draft. Returns why files were rejected, each reason once. */
export async function addFiles(
  replica: Replica,
  clientId: string,
  files: readonly File[],
  isOnline: boolean,
): Promise<string[]> {
  const reasons = new Set<string>()
  for (const file of files) {
    const reason = rejectionReason(file, { isOnline, waiting: waitingBytes(await replica.files.toArray()) })
    if (reason !== null) reasons.add(reason)
    else await addFile(replica, clientId, file)
  }
  return [...reasons]
}

async function addFile(replica: Replica, clientId: string, file: File): Promise<void> {
  const info = { name: nameOf(file), type: file.type, size: file.size, modified: file.lastModified }
  if (file.size > MAX_QUEUED_BYTES) {
    // The same file keeps its id, so its upload resumes where it stopped.
    const existing = await replica.files.where('client_id').equals(clientId).toArray()
    const sameFile = existing.find(
      (row) => row.name === info.name && row.size === info.size && row.modified === info.modified,
    )
    const id = sameFile?.id ?? uuid7()
    filesInMemory.set(id, file)
    if (sameFile === undefined) await replica.files.add(draftRow(id, clientId, info))
    return
  }
  const id = uuid7()
  const bytes = await file.arrayBuffer()
  await atomically(replica, [replica.files, replica.file_bytes], async () => {
    await replica.file_bytes.add({ id, bytes })
    await replica.files.add(draftRow(id, clientId, info))
  })
}

function draftRow(
  id: string,
  client_id: string,
  info: Pick<FileRow, 'name' | 'type' | 'size' | 'modified'>,
): FileRow {
  return { id, client_id, ...info, sent: 0, text: null, queued: false }
}

export function dropFile(replica: Replica, id: string): Promise<void> {
  filesInMemory.delete(id)
  return atomically(replica, [replica.files, replica.file_bytes], async () => {
    await replica.files.delete(id)
    await replica.file_bytes.delete(id)
  })
}

/**
 * Messages whose large file is uploading or must be chosen again.
 * They are stored with the file; all other messages are stored in the outbox.
 */
export async function uploadsOf(replica: Replica, clientId: string): Promise<WaitingMessage[]> {
  const files = await replica.files.where('client_id').equals(clientId).sortBy('id')
  return files.filter(hasUnqueuedMessage).map(waitingMessageOf)
}

function waitingMessageOf({ id, client_id, name, type, size, text, said_at = '' }: FileRow): WaitingMessage {
  const body = {
    id,
    client_id,
    content: text === null || text.trim() === '' ? NO_TEXT : text,
    file: { key: id, name, type, size },
  }
  const neverSent = { attempts: 0, next_at: 0, lease: null, error: null, unconfirmed: false }
  return {
    id,
    lane: client_id,
    n: Number.MAX_SAFE_INTEGER,
    kind: 'messages.send',
    body,
    created_at: said_at,
    state: 'queued',
    ...neverSent,
  }
}

/** Picked files of this conversation that belong to no message yet, oldest first. */
export async function draftFiles(replica: DeviceTables, clientId: string): Promise<FileRow[]> {
  const files = (await replica.files.where('client_id').equals(clientId).sortBy('id')).filter(isUnsent)
  // Skip the outbox read, because a thousand messages may be queued and most conversations have no file.
  if (files.length === 0) return files
  const entries = await replica.outbox.where('lane').equals(clientId).toArray()
  const queuedKeys = new Set(
    entries.map((entry) => (entry.kind === 'messages.send' ? entry.body.file?.key : undefined)),
  )
  return files.filter((file) => !queuedKeys.has(file.id))
}

/** Deletes files whose messages were delivered by a page that closed before it could delete them. */
export async function dropDelivered(replica: Replica): Promise<void> {
  const files = await replica.files.filter(({ queued }) => queued).toArray()
  const entries = await replica.outbox.toArray()
  const queuedKeys = new Set(
    entries.map((entry) => (entry.kind === 'messages.send' ? entry.body.file?.key : undefined)),
  )
  for (const { id } of files) if (!queuedKeys.has(id)) await dropFile(replica, id)
}
