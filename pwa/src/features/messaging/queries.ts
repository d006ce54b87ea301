// Reads of one conversation from the replica.
import type { MessageRow } from '../../db/rows/messages'
import type { OutboxEntry } from '../../db/rows/outbox'
import type { Replica } from '../../db/schema'
import { readPartition, takeBackPartition } from '../../synced/messaging/kinds'
import { uploadsOf } from './files/draft-files'

const ORDER = '[client_id+created_at+id]'
/** Rows per read. A larger read would block the main thread on a slow phone. */
const PAGE = 200

type Place = Pick<MessageRow, 'created_at' | 'id'>

/** The tables that a conversation is read from. */
export const THREAD_TABLES = ['messages', 'outbox', 'files', 'threads', 'held', 'clients']

/** The `count` messages just before `place`, or the newest ones if it is null, oldest first. */
export async function messagesBefore(
  replica: Replica,
  clientId: string,
  place: Place | null,
  count: number,
): Promise<MessageRow[]> {
  const end = place === null ? [clientId, []] : [clientId, place.created_at, place.id]
  const rows = await replica.messages
    .where(ORDER)
    .between([clientId], end, true, false)
    .reverse()
    .limit(count)
    .toArray()
  return rows.reverse()
}

/** All messages from `place` on, or from the oldest stored one if it is null, oldest first. */
export async function messagesFrom(
  replica: Replica,
  clientId: string,
  place: Place | null,
): Promise<MessageRow[]> {
  const all: MessageRow[] = []
  let start = place === null ? [clientId] : [clientId, place.created_at, place.id]
  for (let isFirst = true; ; isFirst = false) {
    const page = await replica.messages
      .where(ORDER)
      .between(start, [clientId, []], isFirst, false)
      .limit(PAGE)
      .toArray()
    all.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return all
    start = [clientId, last.created_at, last.id]
  }
}

/** At most `most` stored messages for which `fits` returns true, newest first. */
export async function matchingMessages(
  replica: Replica,
  clientId: string,
  fits: (message: MessageRow) => boolean,
  most: number,
): Promise<MessageRow[]> {
  const matches: MessageRow[] = []
  for (let place: Place | null = null; ;) {
    const page: MessageRow[] = await messagesBefore(replica, clientId, place, PAGE)
    matches.push(...page.filter(fits).reverse())
    place = page[0] ?? null
    if (place === null || page.length < PAGE || matches.length >= most) return matches.slice(0, most)
  }
}

export async function someMessages(
  replica: Replica,
  clientId: string,
  ids: readonly string[],
): Promise<MessageRow[]> {
  const rows = await replica.messages.bulkGet([...ids])
  return rows.filter((row) => row !== undefined).filter((row) => row.client_id === clientId)
}

/** Queued messages of a conversation, and the id of the message up to which a queued read marker reads; else null. */
export async function unsentOf(
  replica: Replica,
  clientId: string,
): Promise<{ messages: OutboxEntry[]; queuedReadId: string | null }> {
  const entriesIn = (name: string) => replica.outbox.where('[lane+n]').between([name], [name, []]).toArray()
  const [sends, takeBacks, reads, uploads] = await Promise.all([
    entriesIn(clientId),
    entriesIn(takeBackPartition(clientId)),
    entriesIn(readPartition(clientId)),
    uploadsOf(replica, clientId),
  ])
  const read = reads.findLast((entry) => entry.kind === 'threads.read')
  return {
    messages: [...sends, ...takeBacks, ...uploads],
    queuedReadId: read?.kind === 'threads.read' ? read.body.read_to : null,
  }
}

export async function threadRowsOf(replica: Replica, clientId: string) {
  const [thread, held, client] = await Promise.all([
    replica.threads.get(clientId),
    replica.held.get(clientId),
    replica.clients.get(clientId),
  ])
  return { thread, held, client }
}
