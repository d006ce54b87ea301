// Reads of the unsent messages on this device.
import { type FileRow, hasUnqueuedMessage } from '../../db/rows/files'
import type { OutboxEntry } from '../../db/rows/outbox'
import type { DeviceTables, Replica } from '../../db/schema'
import { isMessage } from '../../synced/messaging/rules'

export type WaitingMessage = Extract<OutboxEntry, { kind: 'messages.send' | 'messages.take_back' }>

/** The files that are not uploaded yet, or that the user must choose again, and whose message waits. Oldest first. */
export function unsentUploads({ files }: DeviceTables): Promise<FileRow[]> {
  return files.filter(hasUnqueuedMessage).sortBy('said_at')
}

/** Unacknowledged messages, oldest first. */
export async function waitingMessages({ outbox }: DeviceTables): Promise<WaitingMessage[]> {
  const entries = (await outbox.toArray()).filter(isMessage)
  return entries.sort((a, b) =>
    a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.n - b.n,
  )
}

/** Maps client ids to company names, for those clients in the replica. */
export async function companiesOf(
  replica: Replica,
  ids: readonly string[],
): Promise<{ companies: ReadonlyMap<string, string> }> {
  const clients = await replica.clients.bulkGet([...ids])
  return {
    companies: new Map(
      clients.flatMap((client) => (client === undefined ? [] : [[client.id, client.company_name] as const])),
    ),
  }
}
