// Files that are picked and not sent: kept on the device with the draft they belong to.
import { atomically } from '../../db/open'
import type { FileRow } from '../../db/file-rows'
import type { Replica } from '../../db/schema'
import { uuid7 } from '../../lib/uuid7'
import { nameOf, WAITS, whyNot } from './file-rules'

/** Files too large to be kept: they are there as long as this page. */
const inHand = new Map<string, File>()

export function fileInHand(id: string): File | undefined {
  return inHand.get(id)
}

/** Why some of `files` were not taken, each reason once. */
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
    // The same file again goes on where it stopped: under its id.
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

/** What is picked in this conversation and no message has yet, oldest first. */
export async function draftFiles(replica: Replica, clientId: string): Promise<FileRow[]> {
  const [files, entries] = await Promise.all([
    replica.files.where('client_id').equals(clientId).sortBy('id'),
    replica.outbox.where('lane').equals(clientId).toArray(),
  ])
  const taken = new Set(entries.map((entry) => (entry.kind === 'messages.send' ? entry.body.file?.key : undefined)))
  return files.filter((file) => !file.queued && !taken.has(file.id))
}

/** Files whose messages have been delivered, by a page that ended before it could say so. */
export async function dropDelivered(replica: Replica): Promise<void> {
  const files = await replica.files.filter(({ queued }) => queued).toArray()
  const entries = await replica.outbox.toArray()
  const waiting = new Set(entries.map((entry) => (entry.kind === 'messages.send' ? entry.body.file?.key : undefined)))
  for (const { id } of files) if (!waiting.has(id)) await dropFile(replica, id)
}

async function waitingBytes(replica: Replica): Promise<number> {
  return (await replica.files.toArray()).filter(({ size }) => size <= WAITS).reduce((sum, { size }) => sum + size, 0)
}
