// The outbox in the replica: accepting what a person does, and settling it with the server's answer.
import { atomically, healing } from '../db/open'
import type { MessageBody, OutboxEntry, ReadBody, WireRow } from '../db/rows'
import type { Replica } from '../db/schema'
import { iso, now } from '../lib/clock'
import { uuid4 } from '../lib/uuid4'
import { applyChanges, asChange, syncedTables } from './apply'
import { homeStream } from './home-stream'
import { stepEntry, type EntryEvent } from './outbox-machine'

export type NewEntry = { kind: 'messages.send'; body: MessageBody } | { kind: 'threads.read'; body: ReadBody }

/** The entry is being sent at this moment: its outcome must be known first. */
export class BeingSent extends Error {
  override name = 'BeingSent'
}

/**
 * MU7: stored before this resolves. A message is alone with its thread's others in a lane, a read marker in one of
 * its own (it must not wait behind a message that cannot be sent), where it replaces the one still waiting.
 */
export function enqueue(replica: Replica, entry: NewEntry): Promise<void> {
  return atomically(replica, [replica.outbox, replica.drafts], async () => {
    const lane = entry.kind === 'messages.send' ? entry.body.client_id : `read:${entry.body.id}`
    const others = await laneOf(replica, lane)
    const fresh = {
      lane,
      n: (others.at(-1)?.n ?? 0) + 1,
      created_at: iso(now()),
      state: 'queued' as const,
      attempts: 0,
      next_at: now(),
      lease: null,
      error: null,
      unconfirmed: false,
    }
    if (entry.kind === 'threads.read') {
      await replica.outbox.bulkDelete(others.filter((other) => other.state !== 'sending').map((other) => other.id))
      await replica.outbox.add({ ...fresh, ...entry, id: uuid4() })
      return
    }
    await replica.outbox.add({ ...fresh, ...entry, id: entry.body.id })
    const draft = await replica.drafts.get(lane)
    if (draft?.text.trim() === entry.body.content.trim()) await replica.drafts.delete(lane)
  })
}

function laneOf(replica: Replica, lane: string): Promise<OutboxEntry[]> {
  return replica.outbox.where('[lane+n]').between([lane], [lane, []]).sortBy('n')
}

/** The first entry of each lane that is not refused: all that sending needs to know. */
export function laneHeads(replica: Replica): Promise<OutboxEntry[]> {
  return healing(replica, () =>
    replica.transaction('r', replica.outbox, async () => {
      const lanes = await replica.outbox.orderBy('lane').uniqueKeys()
      const heads = lanes.map((lane) =>
        replica.outbox
          .where('[lane+n]')
          .between([lane], [lane, []])
          .filter((entry) => entry.state !== 'refused')
          .first(),
      )
      return (await Promise.all(heads)).filter((entry) => entry !== undefined)
    }),
  )
}

/** Put one entry through the machine. An entry that is not there any more was delivered: nothing happens. */
export function change(replica: Replica, id: string, event: EntryEvent, random: () => number): Promise<OutboxEntry | null> {
  return atomically(replica, [replica.outbox], async () => {
    const entry = await replica.outbox.get(id)
    if (!entry) return null
    const next = stepEntry(entry, event, { now: now(), random })
    if (next === 'not-now') throw new BeingSent()
    if (next === 'gone' || next.id !== id) await replica.outbox.delete(id)
    if (next === 'gone') return null
    if (next !== entry) await replica.outbox.put(next)
    return next
  })
}

/** Put every entry through the machine at once. */
export function changeAll(replica: Replica, event: EntryEvent, random: () => number): Promise<void> {
  return atomically(replica, [replica.outbox], async () => {
    for (const entry of await replica.outbox.toArray()) {
      const next = stepEntry(entry, event, { now: now(), random })
      if (typeof next === 'object' && next !== entry) await replica.outbox.put(next)
    }
  })
}

/** MU5: the stored row comes and the entry goes in one transaction, so that a message never shows twice or not at all. */
export function settle(replica: Replica, entry: OutboxEntry, row: WireRow): Promise<void> {
  return atomically(replica, [replica.meta, ...syncedTables(replica)], async () => {
    const isMessage = entry.kind === 'messages.send'
    const s = await homeStream(replica, isMessage ? entry.body.client_id : entry.body.id)
    await applyChanges(replica, s, [asChange(isMessage ? 'messages' : 'threads', row)])
    await replica.outbox.delete(entry.id)
  })
}

