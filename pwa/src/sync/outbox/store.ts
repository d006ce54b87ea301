// Transitions of outbox entries in the replica: by the user and by responses.
import { atomically, withReopen } from '../../db/open'
import type { OutboxEntry } from '../../db/rows/outbox'
import type { Replica } from '../../db/schema'
import { serverNow } from '../../lib/time/clock'
import { actionsOf, kindOf, loadActions, type NewEntry } from '../registry'
import { entriesOf, newEntryState } from './enqueue'
import { stepEntry, type EntryEvent } from './state-machine'

/**
 * MU10: undoes an action. Discards the entry that has the id of the take-back `entry`, if it still waits;
 * otherwise adds `entry`.
 */
export async function takeBack(replica: Replica, entry: NewEntry, random: () => number): Promise<void> {
  await loadActions()
  const kind = kindOf(entry)
  const id = kind.idOf(entry.body)
  await atomically(replica, [replica.outbox], async () => {
    const waiting = await replica.outbox.get(id)
    if (waiting) {
      await applyEvent(replica, waiting, { is: 'discard' }, random)
      return
    }
    const partition = kind.partitionOf(entry.body)
    const state = newEntryState(partition, await entriesOf(replica, partition).last())
    await replica.outbox.add({ ...state, ...entry, id, unconfirmed: true })
  })
}

/** The first entry of each partition, without refused entries: the input of `plan`. */
export function partitionHeads(replica: Replica): Promise<OutboxEntry[]> {
  return withReopen(replica, () =>
    replica.transaction('r', replica.outbox, async () => {
      const partitions = await replica.outbox.orderBy('lane').uniqueKeys()
      const heads = partitions.map((partition) =>
        replica.outbox
          .where('[lane+n]')
          .between([partition], [partition, []])
          .filter((entry) => entry.state !== 'refused')
          .first(),
      )
      return (await Promise.all(heads)).filter((entry) => entry !== undefined)
    }),
  )
}

/**
 * Applies an event to one entry. Returns the new entry, or null if the event deleted it or it was already
 * delivered.
 */
export async function changeEntry(
  replica: Replica,
  id: string,
  event: EntryEvent,
  random: () => number,
): Promise<OutboxEntry | null> {
  const tables = Object.values((await loadActions()).entries).flatMap((one) => one.tables(replica))
  return atomically(replica, [replica.outbox, ...tables], async () => {
    const entry = await replica.outbox.get(id)
    return entry ? applyEvent(replica, entry, event, random) : null
  })
}

/**
 * Applies the response of one attempt. `sentEntry`: the entry as it was sent. A response to an attempt that is
 * not the last one changes nothing.
 */
export async function recordResponse(
  replica: Replica,
  sentEntry: OutboxEntry,
  event: EntryEvent,
  random: () => number,
): Promise<void> {
  await loadActions()
  const newestAt = () => actionsOf(sentEntry).newestAt?.(replica, sentEntry.body) ?? Promise.resolve('')
  const fullEvent = event.is === 'rejected' ? { ...event, after: await withReopen(replica, newestAt) } : event
  await atomically(replica, [replica.outbox], () =>
    recordResponseInTransaction(replica, sentEntry, fullEvent, random),
  )
}

/** Does `recordResponse` inside the caller's transaction, after `loadActions`. */
export async function recordResponseInTransaction(
  replica: Replica,
  sentEntry: OutboxEntry,
  event: EntryEvent,
  random: () => number,
): Promise<void> {
  const entry = await replica.outbox.get(sentEntry.id)
  if (entry?.kind === sentEntry.kind && entry.attempts === sentEntry.attempts)
    await applyEvent(replica, entry, event, random)
}

async function applyEvent(
  replica: Replica,
  entry: OutboxEntry,
  event: EntryEvent,
  random: () => number,
): Promise<OutboxEntry | null> {
  const next = stepEntry(entry, event, { now: serverNow(), random })
  if (next === entry) return entry
  if (next === 'gone' || next.id !== entry.id) await replica.outbox.delete(entry.id)
  if (next === 'gone') return null
  await replica.outbox.put(next)
  if (next.id !== entry.id) await actionsOf(entry).move?.(replica, entry, next)
  return next
}

/** Applies an event to all entries in one transaction. */
export async function changeAll(replica: Replica, event: EntryEvent, random: () => number): Promise<void> {
  await loadActions()
  await atomically(replica, [replica.outbox], async () => {
    for (const entry of await replica.outbox.toArray()) {
      const next = stepEntry(entry, event, { now: serverNow(), random })
      if (typeof next === 'object' && next !== entry) await replica.outbox.put(next)
    }
  })
}
