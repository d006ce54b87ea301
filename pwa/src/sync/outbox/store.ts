// Transitions of outbox entries in the replica: by the user and by responses.
import { atomically, withReopen } from '../../db/open'
import type { MessageBody, OutboxEntry } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { serverNow } from '../../lib/clock'
import { entriesOf, newEntryState } from './enqueue'
import { takeBackPartition } from './entry'
import { stepEntry, type EntryEvent } from './state-machine'

/** MU10: undo. Discards a waiting message; for one that has arrived, adds an entry that takes it back. */
export function takeBack(replica: Replica, body: MessageBody, random: () => number): Promise<void> {
  return atomically(replica, [replica.outbox], async () => {
    const waiting = await replica.outbox.get(body.id)
    if (waiting) {
      await applyEvent(replica, waiting, { is: 'discard' }, random)
      return
    }
    const partition = takeBackPartition(body.client_id)
    const fresh = newEntryState(partition, await entriesOf(replica, partition).last())
    await replica.outbox.add({ ...fresh, kind: 'messages.take_back', id: body.id, body, unconfirmed: true })
  })
}

/** The first entry of each partition that is not refused: the input of `plan`. */
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
 * Applies an event to one entry. Returns the new entry; null if it is deleted now or was already delivered.
 */
export function change(
  replica: Replica,
  id: string,
  event: EntryEvent,
  random: () => number,
): Promise<OutboxEntry | null> {
  return atomically(replica, [replica.outbox, replica.files, replica.file_bytes], async () => {
    const entry = await replica.outbox.get(id)
    return entry ? applyEvent(replica, entry, event, random) : null
  })
}

/** Applies the response of one attempt. A response to an attempt that is not the last one changes nothing. */
export function applyResponse(
  replica: Replica,
  attempt: OutboxEntry,
  event: EntryEvent,
  random: () => number,
): Promise<void> {
  return atomically(replica, [replica.outbox, replica.messages, replica.threads], async () => {
    if (event.is === 'refused' && attempt.kind !== 'threads.read') {
      const after = await lastMessageAt(replica, attempt.body.client_id)
      await applyResponseInTransaction(replica, attempt, { ...event, after }, random)
    } else await applyResponseInTransaction(replica, attempt, event, random)
  })
}

async function lastMessageAt(replica: Replica, clientId: string): Promise<string> {
  const last = await replica.messages
    .where('[client_id+created_at+id]')
    .between([clientId], [clientId, []])
    .last()
  const lastAt = (await replica.threads.get(clientId))?.last_message_at ?? ''
  return last && last.created_at > lastAt ? last.created_at : lastAt
}

/** Does `applyResponse` inside the caller's transaction. */
export async function applyResponseInTransaction(
  replica: Replica,
  attempt: OutboxEntry,
  event: EntryEvent,
  random: () => number,
): Promise<void> {
  const entry = await replica.outbox.get(attempt.id)
  if (entry?.kind === attempt.kind && entry.attempts === attempt.attempts)
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
  const [before, after] = [fileKeyOf(entry), fileKeyOf(next)]
  if (before !== undefined && after !== undefined && before !== after) await moveFile(replica, before, after)
  return next
}

function fileKeyOf(entry: OutboxEntry): string | undefined {
  return entry.kind === 'messages.send' ? entry.body.file?.key : undefined
}

/** Moves a file to a new key. `sent` is 0 because nothing is uploaded under the new key yet. */
async function moveFile(replica: Replica, from: string, to: string): Promise<void> {
  const [file, stored] = await Promise.all([replica.files.get(from), replica.file_bytes.get(from)])
  if (file) await replica.files.put({ ...file, id: to, sent: 0 })
  if (stored) await replica.file_bytes.put({ ...stored, id: to })
  await Promise.all([replica.files.delete(from), replica.file_bytes.delete(from)])
}

/** Applies an event to all entries in one transaction. */
export function changeAll(replica: Replica, event: EntryEvent, random: () => number): Promise<void> {
  return atomically(replica, [replica.outbox], async () => {
    for (const entry of await replica.outbox.toArray()) {
      const next = stepEntry(entry, event, { now: serverNow(), random })
      if (typeof next === 'object' && next !== entry) await replica.outbox.put(next)
    }
  })
}
