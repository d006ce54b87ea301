// CL4: stores the messages of chosen ("held") threads on this device, and loads their older pages.
import { atomically, withReopen } from '../../db/open'
import type { HeldRow, StreamRow } from '../../db/rows/replica'
import type { WireRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { serverNow } from '../../lib/time/clock'
import { syncedTables } from './apply'
import { applyResponseRows } from './apply-response'
import { Unreachable, valueOf, type Page } from '../protocol/endpoints'
import { loadActions, type Requests, threadTable } from '../registry'
import { homeStream } from './home-stream'
import { provisionalOf } from './revert-provisional'

type Pages = Pick<Requests, 'olderRows'>

const MAX_ROWS = 50_000
const NEWEST_PAGE = 50
const OLDER_PAGE = 100
/**
 * The number of threads that are loaded again after a reset. The others are loaded when a user opens them.
 */
const MAX_REFILLED = 10

/**
 * Holds a thread from now on and loads its newest page. Frames add messages even before the page is
 * requested, so no message is missed. Without a connection the page is loaded at the next one.
 */
export async function holdThread(replica: Replica, pages: Pages, clientId: string): Promise<void> {
  const held = await atomically(replica, [replica.held], async () => {
    const existing = await replica.held.get(clientId)
    const next = {
      client_id: clientId,
      from: existing?.from ?? null,
      opened_at: serverNow(),
      ready: existing?.ready ?? false,
    }
    await replica.held.put(next)
    return next
  })
  if (held.ready) return
  try {
    await fillThread(replica, pages, clientId)
    await evict(replica, MAX_ROWS)
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
  }
}

/** Loads the newest page of each held thread that lacks it. Rejects with `Unreachable`. */
export async function fillThreads(replica: Replica, pages: Pages): Promise<void> {
  const held = await withReopen(replica, () => replica.held.orderBy('opened_at').reverse().toArray())
  const unfilled = held.filter((one) => !one.ready).map((one) => one.client_id)
  const surplus = unfilled.slice(MAX_REFILLED)
  if (surplus.length > 0) await dropThreads(replica, surplus)
  for (const clientId of unfilled.slice(0, MAX_REFILLED)) await fillThread(replica, pages, clientId)
  // Frames add messages too, without a user opening a thread.
  await evict(replica, MAX_ROWS)
}

async function fillThread(replica: Replica, pages: Pages, clientId: string): Promise<void> {
  const s = await homeStream(replica, clientId)
  const stream = await withReopen(replica, () => replica.streams.get(s))
  // Without the stream's position, the device would miss the changes after the page. The first load of a `c:`
  // stream contains the page itself.
  if (!stream || (s !== 'w' && stream.mode === 'loading')) return
  const page = valueOf(await pages.olderRows(clientId, null, NEWEST_PAGE))
  await storePage(replica, stream, clientId, page, (held) => !held.ready)
}

/**
 * Loads one older page of a held thread. Returns 'start' if no older rows are left. Rejects with
 * `Unreachable`.
 */
export async function loadOlder(replica: Replica, pages: Pages, clientId: string): Promise<'more' | 'start'> {
  const held = await withReopen(replica, () => replica.held.get(clientId))
  if (!held?.ready) await holdThread(replica, pages, clientId)
  else if (held.from !== null) {
    const { from } = held
    const s = await homeStream(replica, clientId)
    const stream = await withReopen(replica, () => replica.streams.get(s))
    if (!stream) throw new Unreachable('network')
    const page = valueOf(await pages.olderRows(clientId, from, OLDER_PAGE))
    await storePage(replica, stream, clientId, page, (stored) => stored.ready && stored.from === from)
    await evict(replica, MAX_ROWS)
  }
  const after = await withReopen(replica, () => replica.held.get(clientId))
  if (!after?.ready) throw new Unreachable('network')
  return after.from === null ? 'start' : 'more'
}

/**
 * Stores a page and sets the thread's oldest stored position, unless another tab or a reset has changed that
 * position in the meantime.
 */
async function storePage(
  replica: Replica,
  { s, load }: StreamRow,
  clientId: string,
  { rows, next }: Page,
  isUnchanged: (held: HeldRow) => boolean,
): Promise<void> {
  const table = threadTable()
  const { threadPages } = await loadActions()
  const oldest = rows.map((row) => table.placeOf(row)).sort()[0] ?? null
  const from = next === null ? null : oldest
  await atomically(replica, [replica.streams, ...syncedTables(replica)], async () => {
    const held = await replica.held.get(clientId)
    if (!held || !isUnchanged(held) || (await replica.streams.get(s))?.load !== load) return
    await replica.held.put({ ...held, from, ready: true })
    // MU3: the stream sends a thread's rows in order. So it has also sent each row that is older than a
    // delivered one, and such a row is confirmed.
    const provisionalIds = new Set((await provisionalOf(replica, s).toArray()).map(({ id }) => id))
    const lastDelivered = await threadPages
      .rowsOf(replica, clientId)
      .reverse()
      .filter(({ id }) => !provisionalIds.has(id))
      .first()
    const isConfirmedByStream = (row: WireRow): boolean =>
      lastDelivered !== undefined && row.v === 1 && table.placeOf(row) < table.placeOf(lastDelivered)
    await applyResponseRows(replica, s, table.name, rows, isConfirmedByStream)
    // Delete the rows that frames stored before the page's first row, because the messages between them and
    // the page are missing.
    if (from !== null) await threadPages.rowsOf(replica, clientId, from).delete()
  })
}

/**
 * Drops the least recently opened threads while there are more than `limit` rows. Keeps the one opened
 * last.
 */
export async function evict(replica: Replica, limit: number): Promise<void> {
  const { threadPages } = await loadActions()
  await atomically(replica, [replica.held, replica.table(threadTable().name)], async () => {
    let count = await replica.table(threadTable().name).count()
    if (count <= limit) return
    const oldestFirst = await replica.held.orderBy('opened_at').toArray()
    for (const { client_id } of oldestFirst.slice(0, -1)) {
      if (count <= limit) return
      await replica.held.delete(client_id)
      count -= await threadPages.rowsOf(replica, client_id).delete()
    }
  })
}

async function dropThreads(replica: Replica, threads: string[]): Promise<void> {
  const { threadPages } = await loadActions()
  await atomically(replica, [replica.held, replica.table(threadTable().name)], async () => {
    await replica.held.bulkDelete(threads)
    for (const clientId of threads) await threadPages.rowsOf(replica, clientId).delete()
  })
}
