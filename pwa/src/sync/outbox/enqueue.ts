// Stores a user's actions in the outbox, from where a sender takes them.
import { atomically } from '../../db/open'
import type { MessageBody, OutboxEntry, ReadBody } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { iso, serverNow } from '../../lib/clock'
import { uuid4 } from '../../lib/uuid4'

export type NewEntry = { kind: 'messages.send'; body: MessageBody } | { kind: 'threads.read'; body: ReadBody }

/**
 * MU7: the entry is stored before this resolves. The messages of a thread share a partition. The thread's
 * read markers have another one, because they must not wait behind a message that cannot be sent; a new
 * marker replaces a waiting one. The file row of a complete upload is deleted in the same transaction, so
 * that a page that closes neither loses nor duplicates the message.
 */
export function enqueue(replica: Replica, entry: NewEntry): Promise<void> {
  return atomically(replica, [replica.outbox, replica.drafts, replica.files], async () => {
    const partition = entry.kind === 'messages.send' ? entry.body.client_id : `read:${entry.body.id}`
    const state = newEntryState(partition, await entriesOf(replica, partition).last())
    if (entry.kind === 'threads.read') {
      await entriesOf(replica, partition)
        .filter((other) => other.state !== 'sending')
        .delete()
      await replica.outbox.add({ ...state, ...entry, id: uuid4() })
      return
    }
    const { id, attachment_url } = entry.body
    // If the file's row is missing, the user has cancelled it, perhaps in another tab. Send nothing.
    if (
      attachment_url !== undefined &&
      (await replica.files.filter(({ message_id }) => message_id === id).delete()) === 0
    )
      return
    await replica.outbox.add({ ...state, ...entry, id })
    const draft = await replica.drafts.get(partition)
    if (draft?.text.trim() === entry.body.content.trim()) await replica.drafts.delete(partition)
  })
}

/** The state of a new entry. `last`: the newest entry of the same partition. */
export function newEntryState(partition: string, last: OutboxEntry | undefined) {
  const n = (last?.n ?? 0) + 1
  const untried = {
    state: 'queued' as const,
    attempts: 0,
    next_at: serverNow(),
    lease: null,
    error: null,
    unconfirmed: false,
  }
  return { lane: partition, n, created_at: iso(serverNow()), ...untried }
}

/** The entries of one partition, in the order in which they were written. */
export function entriesOf(replica: Replica, partition: string) {
  return replica.outbox.where('[lane+n]').between([partition], [partition, []])
}
