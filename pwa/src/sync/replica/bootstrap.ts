// The first load of a stream: its position, then its rows page by page, resumable between any two pages. Loaded when it
// is needed: it needs the network anyway.
import type { Table } from 'dexie'

import { atomically, healing } from '../../db/open'
import type { Loading, MessageRow, StreamRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { uuid4 } from '../../lib/uuid4'
import { applyChanges, asChange, dropStream, placeOf, syncedTables, type StoredRow } from './apply'
import { Unreachable, valueOf, type Doors } from '../connection/endpoints'

/** BO3 allows 500; half of them is what a slow phone takes apart without being held up. */
const PAGE = 250
/** BO4: so many messages of its thread a client's stream brings; fewer means that there are no more. */
const FIRST_MESSAGES = 200

/**
 * Load stream `s` and give the position from which to follow it. BO1: the position is stored before the first row is
 * asked for, and a load that was cut off goes on from its last page with its old position, so that a row deleted
 * meanwhile is told by the frames after that position. Once `going` is false nothing is stored any more. Rejects with
 * `Unreachable`.
 */
export async function loadStream(replica: Replica, doors: Doors, s: string, going: () => boolean): Promise<StreamRow> {
  let stream = await healing(replica, () => replica.streams.get(s))
  if (!stream) stream = await takePosition(replica, doors, s, going)
  while (stream.loading) stream = await loadPage(replica, doors, stream, stream.loading)
  return stream
}

async function takePosition(replica: Replica, doors: Doors, s: string, going: () => boolean): Promise<StreamRow> {
  const { e, c, at, tables } = valueOf(await doors.bootstrap(s))
  if (!going()) throw new Unreachable('busy')
  const position = { s, e, cursor: c, at, load: uuid4() }
  // A newer server has tables that this build does not.
  const known = (replica.tables as Table<StoredRow>[]).filter(({ name }) => tables.includes(name))
  return atomically(replica, [replica.streams, replica.meta, ...known], async () => {
    // Another load, begun while this one hung, may have taken a position or be done.
    if (await replica.streams.get(s)) throw new Unreachable('busy')
    const stream: StreamRow =
      tables.length > 0
        ? { ...position, mode: 'loading', loading: { tables, after: null, unsure: await rowsSoFar(known, s) } }
        : { ...position, mode: 'ready', loading: null }
    await replica.streams.put(stream)
    await storeRole(replica, s)
    return stream
  })
}

/** MB3: a role that was given on a connection is known by its stream; only the next `ok` says it. */
async function storeRole(replica: Replica, s: string): Promise<void> {
  if (s.startsWith('u:')) return
  const [role, client] = s === 'w' ? ['admin', null] : ['client', s.slice(2)]
  await replica.meta.bulkPut([{ k: 'role', value: role }, { k: 'client_id', value: client }])
}

/** BO6: what answers brought before the position may be gone by then, and no frame would tell. */
async function rowsSoFar(tables: Table<StoredRow>[], s: string): Promise<Loading['unsure']> {
  const found: Loading['unsure'] = []
  for (const table of tables) {
    for (const { id, v } of await table.where('_s').equals(s).toArray()) found.push([table.name, id, v])
  }
  return found
}

async function loadPage(
  replica: Replica,
  doors: Doors,
  stream: StreamRow,
  { tables, after, unsure }: Loading,
): Promise<StreamRow> {
  const [tbl, ...rest] = tables
  if (tbl === undefined) return finish(replica, stream, unsure)
  const known = stream.seen ?? { c: stream.cursor, at: stream.at }
  const answer = await doors.rows(stream.s, tbl, after, PAGE, { e: stream.e, ...known })
  if (answer.is === 'refused' && answer.code === 'stale_position') await forget(replica, stream)
  const page = valueOf(answer)
  const came = new Set(page.rows.map(({ id }) => id))
  const still = unsure.filter(([of, id]) => of !== tbl || !came.has(id))
  const place = page.next === null ? { tables: rest, after: null } : { tables, after: page.next }
  const seen = page.c === undefined || page.at === undefined ? stream.seen : { c: page.c, at: page.at }
  const next: StreamRow = { ...stream, seen, loading: { ...place, unsure: still } }
  await atomically(replica, [replica.streams, ...syncedTables(replica)], async () => {
    await checkStill(replica, stream)
    await applyChanges(replica, stream.s, page.rows.map((row) => asChange(tbl, row)))
    await replica.provisional.bulkDelete(page.rows.map(({ id }) => [stream.s, tbl, id]))
    await replica.streams.put(next)
  })
  return next
}

/** BO7: the pages so far came from a store that was put back since. The next attempt begins anew. */
function forget(replica: Replica, stream: StreamRow): Promise<void> {
  return atomically(replica, [replica.streams, ...syncedTables(replica)], async () => {
    await checkStill(replica, stream)
    await dropStream(replica, stream.s, true)
  })
}

async function finish(replica: Replica, stream: StreamRow, unsure: Loading['unsure']): Promise<StreamRow> {
  const done: StreamRow = { ...stream, mode: 'ready', loading: null }
  await atomically(replica, [replica.streams, ...syncedTables(replica)], async () => {
    await checkStill(replica, stream)
    // What an answer has brought since then has a greater version, and a frame will tell what became of it.
    await applyChanges(replica, stream.s, unsure.map(([tbl, id, v]) => ({ tbl, op: 'd', id, v })))
    // A message may only be older than those that came: its page of history brings it in this same version.
    await replica.tombstones.bulkDelete(unsure.map(([tbl, id]) => [stream.s, tbl, id]))
    await dropFormerHome(replica, stream.s)
    if (stream.s.startsWith('c:')) await holdOwnThread(replica, stream.s)
    await replica.streams.put(done)
  })
  return done
}

/**
 * Between the loss of one home and the gain of another an answer may have brought a row of the former one: no frame of a
 * stream that is not followed would ever tell of it again.
 */
async function dropFormerHome(replica: Replica, s: string): Promise<void> {
  if (s.startsWith('u:')) return
  const origins = await Promise.all([replica.messages, replica.threads].map((table: Table) => table.orderBy('_s').uniqueKeys()))
  const others = new Set(origins.flat().filter((one) => typeof one === 'string'))
  for (const other of others) {
    const isHome = other !== s && (other === 'w' || (s === 'w' && other.startsWith('c:')))
    if (isHome && !(await replica.streams.get(other))) await dropStream(replica, other, true)
  }
}

/** A reset, a revocation or another tab may have been here while the page was under way. */
async function checkStill(replica: Replica, stream: StreamRow): Promise<void> {
  const stored = await replica.streams.get(stream.s)
  const same = stored?.load === stream.load && JSON.stringify(stored.loading) === JSON.stringify(stream.loading)
  if (!same) throw new Unreachable('busy')
}

/** CL4 for a client's device: its thread is held from the oldest message that came. */
async function holdOwnThread(replica: Replica, s: string): Promise<void> {
  const clientId = s.slice(2)
  const rows = await replica.messages.where('_s').equals(s).toArray()
  const places = rows.filter((row: MessageRow) => row.client_id === clientId).map(placeOf).sort()
  const from = places.length < FIRST_MESSAGES ? null : (places[0] ?? null)
  const held = await replica.held.get(clientId)
  await replica.held.put({ client_id: clientId, from, opened_at: held?.opened_at ?? 0, ready: true })
}
