// Reads what this device still has to send.
import type { OutboxEntry } from '../../db/rows'
import type { Replica } from '../../db/schema'

export type WaitingMessage = { entry: Extract<OutboxEntry, { kind: 'messages.send' }>; company: string | null }

/** Unacknowledged messages, oldest first, with the company whose thread they are for. */
export async function waitingMessages(replica: Replica): Promise<WaitingMessage[]> {
  const entries = (await replica.outbox.toArray()).filter((entry) => entry.kind === 'messages.send')
  entries.sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.n - b.n))
  const clients = await replica.clients.bulkGet(entries.map((entry) => entry.body.client_id))
  return entries.map((entry, at) => ({ entry, company: clients[at]?.company_name ?? null }))
}
