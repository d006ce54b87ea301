// Accepts what a user does: it is stored in the outbox, and whoever sends finds it there.
import { atomically } from '../../db/open'
import type { MessageBody, OutboxEntry, ReadBody } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { iso, serverNow } from '../../lib/clock'
import { uuid4 } from '../../lib/uuid4'

export type NewEntry = { kind: 'messages.send'; body: MessageBody } | { kind: 'threads.read'; body: ReadBody }

/**
 * MU7: stored before this resolves. A message is alone with its thread's others in a lane, a read marker in one of
 * its own (it must not wait behind a message that cannot be sent), where it replaces the one still waiting. The record of
 * a complete upload becomes its message in the same transaction: a page that ends loses and doubles nothing.
 */
export function enqueue(replica: Replica, entry: NewEntry): Promise<void> {
  return atomically(replica, [replica.outbox, replica.drafts, replica.files], async () => {
    const lane = entry.kind === 'messages.send' ? entry.body.client_id : `read:${entry.body.id}`
    const fresh = freshIn(lane, await entriesOf(replica, lane).last())
    if (entry.kind === 'threads.read') {
      await entriesOf(replica, lane)
        .filter((other) => other.state !== 'sending')
        .delete()
      await replica.outbox.add({ ...fresh, ...entry, id: uuid4() })
      return
    }
    const { id, attachment_url } = entry.body
    // Without its record the file was cancelled, perhaps in another tab: nothing of it is sent.
    if (attachment_url !== undefined && (await replica.files.filter(({ message_id }) => message_id === id).delete()) === 0) return
    await replica.outbox.add({ ...fresh, ...entry, id })
    const draft = await replica.drafts.get(lane)
    if (draft?.text.trim() === entry.body.content.trim()) await replica.drafts.delete(lane)
  })
}

/** `last`: the newest entry of the lane. */
export function freshIn(lane: string, last: OutboxEntry | undefined) {
  const n = (last?.n ?? 0) + 1
  const untried = { state: 'queued' as const, attempts: 0, next_at: serverNow(), lease: null, error: null, unconfirmed: false }
  return { lane, n, created_at: iso(serverNow()), ...untried }
}

/** In the order written. */
export function entriesOf(replica: Replica, lane: string) {
  return replica.outbox.where('[lane+n]').between([lane], [lane, []])
}
