// Picked, unsent files, stored on the device with the draft they belong to.
import { atomically } from '../../../db/open'
import { type FileRow, hasWords } from '../../../db/rows/files'
import type { DeviceTables, Replica } from '../../../db/schema'
import { uuid7 } from '../../../lib/uuid7'
import { ATTACHED, nameOf, WAITS, whyNot } from '../files/rules'
import type { WaitingMessage } from '../thread/state'

/** Files too large to store on the device. They are lost when the page closes. */
const inHand = new Map<string, File>()

export function fileInHand(id: string): File | undefined {
  return inHand.get(id)
}

/** Adds `files` to the conversation's draft. Returns why files were rejected, each reason once. */
export async function addFiles(replica: Replica, clientId: string, files: readonly File[], isUp: boolean): Promise<string[]> {
  const reasons = new Set<string>()
  for (const file of files) {
    const reason = whyNot(file, { isUp, waiting: await waitingBytes(replica) })
    if (reason !== null) reasons.add(reason)
    else await addFile(replica, clientId, file)
  }
  return [...reasons]
}

async function addFile(replica: Replica, clientId: string, file: File): Promise<void> {
  const facts = { name: nameOf(file), type: file.type, size: file.size, modified: file.lastModified }
  if (file.size > WAITS) {
    // The same file keeps its id, so its upload resumes where it stopped.
    const known = await replica.files.where('client_id').equals(clientId).toArray()
    const same = known.find((row) => row.name === facts.name && row.size === facts.size && row.modified === facts.modified)
    const id = same?.id ?? uuid7()
    inHand.set(id, file)
    if (same === undefined) await replica.files.add(draftRow(id, clientId, facts))
    return
  }
  const id = uuid7()
  const bytes = await file.arrayBuffer()
  await atomically(replica, [replica.files, replica.file_bytes], async () => {
    await replica.file_bytes.add({ id, bytes })
    await replica.files.add(draftRow(id, clientId, facts))
  })
}

function draftRow(id: string, client_id: string, facts: Pick<FileRow, 'name' | 'type' | 'size' | 'modified'>): FileRow {
  return { id, client_id, ...facts, sent: 0, text: null, queued: false }
}

export function dropFile(replica: Replica, id: string): Promise<void> {
  inHand.delete(id)
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
  return files.filter(hasWords).map(waitingOf)
}

function waitingOf({ id, client_id, name, type, size, text, said_at = '' }: FileRow): WaitingMessage {
  const body = { id, client_id, content: text === null || text.trim() === '' ? ATTACHED : text, file: { key: id, name, type, size } }
  const untried = { attempts: 0, next_at: 0, lease: null, error: null, unconfirmed: false }
  return { id, lane: client_id, n: Number.MAX_SAFE_INTEGER, kind: 'messages.send', body, created_at: said_at, state: 'queued', ...untried }
}

/** Picked files of this conversation that belong to no message yet, oldest first. */
export async function draftFiles(replica: DeviceTables, clientId: string): Promise<FileRow[]> {
  const files = (await replica.files.where('client_id').equals(clientId).sortBy('id')).filter((file) => !file.queued && !hasWords(file))
  // Skip the outbox read, because a thousand messages may be queued and most conversations have no file.
  if (files.length === 0) return files
  const entries = await replica.outbox.where('lane').equals(clientId).toArray()
  const taken = new Set(entries.map((entry) => (entry.kind === 'messages.send' ? entry.body.file?.key : undefined)))
  return files.filter((file) => !taken.has(file.id))
}

/** Deletes files whose messages were delivered by a page that closed before it could delete them. */
export async function dropDelivered(replica: Replica): Promise<void> {
  const files = await replica.files.filter(({ queued }) => queued).toArray()
  const entries = await replica.outbox.toArray()
  const waiting = new Set(entries.map((entry) => (entry.kind === 'messages.send' ? entry.body.file?.key : undefined)))
  for (const { id } of files) if (!waiting.has(id)) await dropFile(replica, id)
}

async function waitingBytes(replica: Replica): Promise<number> {
  return (await replica.files.toArray()).filter(({ size }) => size <= WAITS).reduce((sum, { size }) => sum + size, 0)
}
