// The first load of a stream: its position, then its rows page by page, resumable after every page. A
// separate chunk, loaded on demand, because a first load needs the network anyway.
import type { Table } from 'dexie'

import { atomically, withReopen } from '../../db/open'
import type { Loading, StreamRow } from '../../db/rows/replica'
import type { WireRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { uuid4 } from '../../lib/ids/uuid4'
import { applyChanges, asChange, dropStream, logTables, syncedTables, type StoredRow } from './apply'
import { type Answer, type Endpoints, type LoadPage, Unreachable, valueOf } from '../protocol/endpoints'
import type { RunInOrder } from '../../lib/work-queue'
import { loadActions, threadTable } from '../registry'

/** BO3 allows 500. With half of that a slow phone stays responsive while it parses a page. */
const PAGE = 250

/**
 * Loads stream `s` and returns it with the position from which to follow it. BO1: the position is stored
 * before the first page is requested. An interrupted load continues after its last page with its old
 * position, because the frames after that position report rows that were deleted during the load. Runs all
 * work on the replica with `runInOrder`, which rejects once sync has stopped. Rejects with `Unreachable`.
 */
export async function loadStream(
  replica: Replica,
  endpoints: Endpoints,
  s: string,
  runInOrder: RunInOrder,
): Promise<StreamRow> {
  let stream = await runInOrder(() => withReopen(replica, () => replica.streams.get(s)))
  stream ??= await takePosition(replica, endpoints, s, runInOrder)
  const firstPages = requestFirstPages(endpoints, stream)
  while (stream.loading)
    stream = await loadPage(replica, endpoints, stream, stream.loading, firstPages, runInOrder)
  return stream
}

type FirstPages = ReadonlyMap<string, Promise<Answer<LoadPage>>>

/**
 * Requests the first page of each table at once, because over a mobile network the 14 tables of a client took 6 s
 * one after the other.
 */
function requestFirstPages(endpoints: Endpoints, stream: StreamRow): FirstPages {
  const { tables = [], after = null } = stream.loading ?? {}
  // The interrupted table of a former load continues after its last page.
  const unstarted = after === null ? tables : tables.slice(1)
  const requests = unstarted.map((tbl) => [tbl, requestPage(endpoints, stream, tbl, null)] as const)
  // `loadPage` handles an error when the load reaches the table, and an earlier error ends the load before that.
  for (const [, request] of requests) request.catch(() => undefined)
  return new Map(requests)
}

function requestPage(
  endpoints: Endpoints,
  { s, e, cursor, at, seen }: StreamRow,
  tbl: string,
  after: string | null,
): Promise<Answer<LoadPage>> {
  return endpoints.rows(s, tbl, after, PAGE, { e, ...(seen ?? { c: cursor, at }) })
}

/**
 * BO7: rows of a first page that was requested early count only if the server read them at the position of the last
 * stored page. Otherwise the server's database may have been restored between the two.
 */
const isValid = (answer: Answer<LoadPage>, { seen }: StreamRow): boolean =>
  answer.is !== 'ok' || seen === undefined || (answer.value.c === seen.c && answer.value.at === seen.at)

async function takePosition(
  replica: Replica,
  endpoints: Endpoints,
  s: string,
  runInOrder: RunInOrder,
): Promise<StreamRow> {
  const { e, c, at, tables } = valueOf(await endpoints.bootstrap(s))
  const position = { s, e, cursor: c, at, load: uuid4() }
  // Ignore the tables of a newer server that this build does not have.
  const syncTables = (replica.tables as Table<StoredRow>[]).filter(({ name }) => tables.includes(name))
  const store = async () => {
    // Another load that started while this one hung may have taken a position or be complete.
    if (await replica.streams.get(s)) throw new Unreachable('busy')
    const stream: StreamRow =
      tables.length > 0
        ? {
            ...position,
            mode: 'loading',
            loading: { tables, after: null, unsure: await storedRows(syncTables, s) },
          }
        : { ...position, mode: 'ready', loading: null }
    await replica.streams.put(stream)
    await storeRole(replica, s)
    return stream
  }
  return runInOrder(() => atomically(replica, [replica.streams, replica.meta, ...syncTables], store))
}

/**
 * MB3: stores the role that the stream implies, because after a role change only the next `ok` contains the
 * role.
 */
async function storeRole(replica: Replica, s: string): Promise<void> {
  if (s.startsWith('u:')) return
  const [role, client] = s === 'w' ? ['admin', null] : ['client', s.slice(2)]
  await replica.meta.bulkPut([
    { k: 'role', value: role },
    { k: 'client_id', value: client },
  ])
}

/**
 * BO6: the stored rows of `s`. The server may have deleted such a row before the position, and then sends no
 * frame for it.
 */
async function storedRows(tables: Table<StoredRow>[], s: string): Promise<Loading['unsure']> {
  const rows: Loading['unsure'] = []
  for (const table of tables) {
    for (const { id, v } of await table.where('_s').equals(s).toArray()) rows.push([table.name, id, v])
  }
  return rows
}

async function loadPage(
  replica: Replica,
  endpoints: Endpoints,
  stream: StreamRow,
  { tables, after, unsure }: Loading,
  firstPages: FirstPages,
  runInOrder: RunInOrder,
): Promise<StreamRow> {
  const [tbl, ...rest] = tables
  if (tbl === undefined) return runInOrder(() => finish(replica, stream, unsure))
  const early = after === null ? await firstPages.get(tbl) : undefined
  const answer = early && isValid(early, stream) ? early : await requestPage(endpoints, stream, tbl, after)
  if (answer.is === 'rejected' && answer.code === 'stale_position')
    await runInOrder(() => dropPages(replica, stream))
  const page = valueOf(answer)
  const loadedIds = new Set(page.rows.map(({ id }) => id))
  const stillUnsure = unsure.filter(([table, id]) => table !== tbl || !loadedIds.has(id))
  const place = page.next === null ? { tables: rest, after: null } : { tables, after: page.next }
  const seen = page.c === undefined || page.at === undefined ? stream.seen : { c: page.c, at: page.at }
  const next: StreamRow = { ...stream, seen, loading: { ...place, unsure: stillUnsure } }
  const store = async () => {
    await checkUnchanged(replica, stream)
    await applyChanges(
      replica,
      stream.s,
      page.rows.map((row) => asChange(tbl, row)),
    )
    await confirmRows(replica, stream.s, tbl, page.rows)
    await replica.streams.put(next)
  }
  await runInOrder(() => atomically(replica, [replica.streams, ...syncedTables(replica)], store))
  return next
}

/** CL14: these rows are no longer provisional, unless a response has stored a newer version since the page was read. */
async function confirmRows(replica: Replica, s: string, tbl: string, rows: WireRow[]): Promise<void> {
  const stored = await replica.table<StoredRow, string>(tbl).bulkGet(rows.map(({ id }) => id))
  const confirmed = rows.filter(({ v }, n) => (stored[n]?.v ?? v) === v)
  await replica.provisional.bulkDelete(confirmed.map(({ id }) => [s, tbl, id]))
}

/**
 * BO7: deletes the pages so far, because the server's database was restored since. The next attempt starts
 * again.
 */
function dropPages(replica: Replica, stream: StreamRow): Promise<void> {
  return atomically(replica, [replica.streams, ...syncedTables(replica)], async () => {
    await checkUnchanged(replica, stream)
    await dropStream(replica, stream.s, true)
  })
}

async function finish(replica: Replica, stream: StreamRow, unsure: Loading['unsure']): Promise<StreamRow> {
  const loaded: StreamRow = { ...stream, mode: 'ready', loading: null }
  const { firstRows } = (await loadActions()).threadPages
  await atomically(replica, [replica.streams, ...syncedTables(replica)], async () => {
    await checkUnchanged(replica, stream)
    // Delete the rows that no page has contained. A row that a response has updated since has a greater
    // version and stays; a frame will report its later changes.
    await applyChanges(
      replica,
      stream.s,
      unsure.map(([tbl, id, v]) => ({ tbl, op: 'd', id, v })),
    )
    // Delete the tombstones again. A row may be missing only because it is older than the loaded rows. A page
    // of history then contains it in the same version.
    await replica.tombstones.bulkDelete(unsure.map(([tbl, id]) => [stream.s, tbl, id]))
    await dropFormerHome(replica, stream.s)
    if (stream.s.startsWith('c:')) await holdOwnThread(replica, stream.s, firstRows)
    await replica.streams.put(loaded)
  })
  return loaded
}

/**
 * Drops the rows of the user's former home stream. A response may have stored such a row between the loss of
 * that stream and the new subscription; no frame would ever update or delete it.
 */
async function dropFormerHome(replica: Replica, s: string): Promise<void> {
  if (s.startsWith('u:')) return
  const origins = await Promise.all(logTables(replica).map((table) => table.orderBy('_s').uniqueKeys()))
  const others = new Set(origins.flat().filter((one) => typeof one === 'string'))
  for (const other of others) {
    const isHome = other !== s && (other === 'w' || (s === 'w' && other.startsWith('c:')))
    if (isHome && !(await replica.streams.get(other))) await dropStream(replica, other, true)
  }
}

/** Rejects if a reset, a revocation or another tab has changed the stream while the page was requested. */
async function checkUnchanged(replica: Replica, stream: StreamRow): Promise<void> {
  const stored = await replica.streams.get(stream.s)
  const same =
    stored?.load === stream.load && JSON.stringify(stored.loading) === JSON.stringify(stream.loading)
  if (!same) throw new Unreachable('busy')
}

/** CL4 for a client's device: marks its thread as held from the oldest loaded message. */
async function holdOwnThread(replica: Replica, s: string, firstRows: number): Promise<void> {
  const clientId = s.slice(2)
  const table = threadTable()
  const rows = await replica.table<StoredRow, string>(table.name).where('_s').equals(s).toArray()
  const places = rows
    .filter((row) => table.threadOf(row) === clientId)
    .map((row) => table.placeOf(row))
    .sort()
  const from = places.length < firstRows ? null : (places[0] ?? null)
  const held = await replica.held.get(clientId)
  await replica.held.put({ client_id: clientId, from, opened_at: held?.opened_at ?? 0, ready: true })
}
