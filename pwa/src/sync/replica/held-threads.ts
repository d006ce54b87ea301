// CL4: which threads' messages this device keeps, and how their older pages come.
import { atomically, healing } from '../../db/open'
import type { HeldRow, MessageRow, StreamRow, WireRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { serverNow } from '../../lib/clock'
import { placeOf, syncedTables } from './apply'
import { applyAnswer } from './apply-response'
import { Unreachable, valueOf, type Doors, type Page } from '../connection/endpoints'
import { homeStream } from './home-stream'
import { provisionalOf } from './revert-provisional'

const MOST_MESSAGES = 50_000
const NEWEST = 50
const OLDER = 100
/** So many threads are refilled after a reset; the rest is loaded when it is opened again. */
const REFILLED = 10

/**
 * Keep a thread from now on. From this moment frames add its messages; its newest page, which is asked for
 * afterwards, therefore leaves no hole. Without a connection the page comes at the next contact.
 */
export async function holdThread(replica: Replica, doors: Doors, clientId: string): Promise<void> {
  const held = await atomically(replica, [replica.held], async () => {
    const known = await replica.held.get(clientId)
    const next = { client_id: clientId, from: known?.from ?? null, opened_at: serverNow(), ready: known?.ready ?? false }
    await replica.held.put(next)
    return next
  })
  if (held.ready) return
  try {
    await fillThread(replica, doors, clientId)
    await evict(replica, MOST_MESSAGES)
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
  }
}

/** Load the newest page of each held thread that lacks it. Rejects with `Unreachable`. */
export async function fillThreads(replica: Replica, doors: Doors): Promise<void> {
  const held = await healing(replica, () => replica.held.orderBy('opened_at').reverse().toArray())
  const empty = held.filter((one) => !one.ready).map((one) => one.client_id)
  const surplus = empty.slice(REFILLED)
  if (surplus.length > 0) await letGo(replica, surplus)
  for (const clientId of empty.slice(0, REFILLED)) await fillThread(replica, doors, clientId)
  // Frames add messages too, without anybody opening a thread.
  await evict(replica, MOST_MESSAGES)
}

async function fillThread(replica: Replica, doors: Doors, clientId: string): Promise<void> {
  const s = await homeStream(replica, clientId)
  const stream = await healing(replica, () => replica.streams.get(s))
  // Before a stream has its position there is nothing the page could join on to; a first load of `c:` brings it itself.
  if (!stream || (s !== 'w' && stream.mode === 'loading')) return
  const page = valueOf(await doors.olderMessages(clientId, null, NEWEST))
  await storePage(replica, stream, clientId, page, (held) => !held.ready)
}

/** Load one older page of a held thread. Rejects with `Unreachable`. */
export async function loadOlder(replica: Replica, doors: Doors, clientId: string): Promise<'more' | 'start'> {
  const held = await healing(replica, () => replica.held.get(clientId))
  if (!held?.ready) await holdThread(replica, doors, clientId)
  else if (held.from !== null) {
    const { from } = held
    const s = await homeStream(replica, clientId)
    const stream = await healing(replica, () => replica.streams.get(s))
    if (!stream) throw new Unreachable('network')
    const page = valueOf(await doors.olderMessages(clientId, from, OLDER))
    await storePage(replica, stream, clientId, page, (still) => still.ready && still.from === from)
    await evict(replica, MOST_MESSAGES)
  }
  const after = await healing(replica, () => replica.held.get(clientId))
  if (!after?.ready) throw new Unreachable('network')
  return after.from === null ? 'start' : 'more'
}

/** Store a page and move the thread's lower end with it, unless another tab or a reset was quicker. */
async function storePage(
  replica: Replica,
  { s, load }: StreamRow,
  clientId: string,
  { rows, next }: Page,
  fits: (held: HeldRow) => boolean,
): Promise<void> {
  const oldest = (rows as MessageRow[]).map(placeOf).sort()[0] ?? null
  const from = next === null ? null : oldest
  await atomically(replica, [replica.streams, ...syncedTables(replica)], async () => {
    const held = await replica.held.get(clientId)
    if (!held || !fits(held) || (await replica.streams.get(s))?.load !== load) return
    await replica.held.put({ ...held, from, ready: true })
    // MU3: a message older than one that the stream has brought is in the stream before that one.
    const untold = new Set((await provisionalOf(replica, s).toArray()).map(({ id }) => id))
    const told = await messagesOf(replica, clientId).reverse().filter(({ id }) => !untold.has(id)).first()
    const isSure = (row: WireRow): boolean => told !== undefined && row.v === 1 && placeOf(row as MessageRow) < placeOf(told)
    await applyAnswer(replica, s, 'messages', rows, isSure)
    if (from !== null) await dropBelow(replica, clientId, from)
  })
}

/** What frames brought from before the page would stand beyond a hole. */
async function dropBelow(replica: Replica, clientId: string, from: string): Promise<void> {
  const [createdAt, id] = from.split('|')
  await replica.messages
    .where('[client_id+created_at+id]')
    .between([clientId], [clientId, createdAt, id], true, false)
    .delete()
}

/** Let the least recently opened threads go while there are more than `most` messages; the last one opened stays. */
export async function evict(replica: Replica, most: number): Promise<void> {
  await atomically(replica, [replica.held, replica.messages], async () => {
    let count = await replica.messages.count()
    if (count <= most) return
    const oldestFirst = await replica.held.orderBy('opened_at').toArray()
    for (const { client_id } of oldestFirst.slice(0, -1)) {
      if (count <= most) return
      await replica.held.delete(client_id)
      count -= await messagesOf(replica, client_id).delete()
    }
  })
}

async function letGo(replica: Replica, threads: string[]): Promise<void> {
  await atomically(replica, [replica.held, replica.messages], async () => {
    await replica.held.bulkDelete(threads)
    for (const clientId of threads) await messagesOf(replica, clientId).delete()
  })
}

function messagesOf(replica: Replica, clientId: string) {
  return replica.messages.where('[client_id+created_at+id]').between([clientId], [clientId, []])
}
