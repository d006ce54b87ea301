// Stores a user's actions in the outbox, from which a tab or the service worker sends them.
import { atomically } from '../../db/open'
import type { OutboxEntry } from '../../db/rows/outbox'
import type { Replica } from '../../db/schema'
import { iso, serverNow } from '../../lib/time/clock'
import { kindOf, type NewEntry } from '../registry'

/** MU7: the entry is stored before this resolves. */
export function enqueue(replica: Replica, entry: NewEntry): Promise<void> {
  const kind = kindOf(entry)
  const partition = kind.partitionOf(entry.body)
  return atomically(replica, [replica.outbox, ...(kind.tables?.(replica) ?? [])], async () => {
    const state = newEntryState(partition, await entriesOf(replica, partition).last())
    if (kind.replacesWaiting)
      await entriesOf(replica, partition)
        .filter((other) => other.state !== 'sending')
        .delete()
    if ((await kind.store?.(replica, entry.body)) === false) return
    await replica.outbox.add({ ...state, ...entry, id: kind.idOf(entry.body) })
  })
}

/** The state of a new entry. `last`: the newest entry of the same partition. */
export function newEntryState(partition: string, last: OutboxEntry | undefined) {
  const n = (last?.n ?? 0) + 1
  const untried = {
    state: 'queued' as const,
    attempts: 0,
    // Due at once in every tab: the clock of this tab may be ahead of the leader's.
    next_at: 0,
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
