// The first load of a stream: its position, then its rows page by page, resumable after every page. A
// separate chunk, loaded on demand, because a first load needs the network anyway.
import type { Table } from 'dexie'

import { atomically, withReopen } from '../../db/open'
import type { ProvisionalRow } from '../../db/rows/provisional'
import type { Loading, StreamRow } from '../../db/rows/replica'
import type { Replica } from '../../db/schema'
import { uuid4 } from '../../lib/ids/uuid4'
import { applyChanges, asChange, dropStream, logTables, syncedTables, type StoredRow } from './apply'
import { type Endpoints, Unreachable, valueOf } from '../protocol/endpoints'
import { type LoadingStream, PAGE, type Pages, requestPages, type TablePage } from './first-pages'
import type { RunInOrder } from '../../lib/work-queue'
import { loadActions, threadTable } from '../registry'

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
  const pages = requestPages(endpoints, stream)
  while (isLoading(stream)) stream = await loadPages(replica, stream, pages, runInOrder)
  return stream
}

const isLoading = (stream: StreamRow): stream is LoadingStream => stream.loading !== null

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

/**
 * Stores the next page, and with it the pages of the following tables that have arrived, up to about `PAGE` rows. A client's 14 small pages took 1.3 s in 14 transactions, and 0.3 s in one.
 */
async function loadPages(
  replica: Replica,
  stream: LoadingStream,
  pages: Pages,
  runInOrder: RunInOrder,
): Promise<StreamRow> {
  const [tbl] = stream.loading.tables
  if (tbl === undefined) return runInOrder(() => finish(replica, stream, stream.loading.unsure))
  const answer = await pages.next(stream, tbl)
  if (answer.is === 'rejected' && answer.code === 'stale_position')
    await runInOrder(() => dropPages(replica, stream))
  const loaded: TablePage[] = []
  let next = stream
  let count = 0
  let one: TablePage | undefined = { tbl, page: valueOf(answer) }
  while (one) {
    loaded.push(one)
    next = afterPage(next, one)
    count += one.page.rows.length
    one = count < PAGE ? pages.arrived(next) : undefined
  }
  const store = async () => {
    await checkUnchanged(replica, stream)
    const changes = loaded.flatMap((one) => one.page.rows.map((row) => asChange(one.tbl, row)))
    await applyChanges(replica, stream.s, changes)
    for (const one of loaded) await confirmRows(replica, stream.s, one)
    await replica.streams.put(next)
  }
  await runInOrder(() => atomically(replica, [replica.streams, ...syncedTables(replica)], store))
  return next
}

/** The stream with the progress of its load after this page. */
function afterPage(stream: LoadingStream, { tbl, page }: TablePage): LoadingStream {
  const { tables, unsure } = stream.loading
  const loadedIds = new Set(page.rows.map(({ id }) => id))
  const stillUnsure = unsure.filter(([table, id]) => table !== tbl || !loadedIds.has(id))
  const place = page.next === null ? { tables: tables.slice(1), after: null } : { tables, after: page.next }
  const seen = page.c === undefined || page.at === undefined ? stream.seen : { c: page.c, at: page.at }
  return { ...stream, seen, loading: { ...place, unsure: stillUnsure } }
}

/**
 * CL14: the rows of a page are no longer provisional. If a response has stored a newer version of a row since the page
 * was read, that version stays provisional, and the page's row is the one that it replaces.
 */
async function confirmRows(replica: Replica, s: string, { tbl, page: { rows } }: TablePage): Promise<void> {
  const table = logTables(replica).find(({ name }) => name === tbl) as Table<StoredRow, string> | undefined
  const stored = (await table?.bulkGet(rows.map(({ id }) => id))) ?? []
  const marks = await replica.provisional.bulkGet(rows.map(({ id }) => [s, tbl, id]))
  const newer: ProvisionalRow[] = []
  const confirmed: [string, string, string][] = []
  for (const [n, row] of rows.entries()) {
    const mark = marks[n]
    if (!mark) continue
    if ((stored[n]?.v ?? row.v) === row.v) confirmed.push([s, tbl, row.id])
    else if ((mark.before?.v ?? 0) < row.v)
      newer.push({ ...mark, before: { ...row, _s: stored[n]?._s ?? [s] } })
  }
  await replica.provisional.bulkDelete(confirmed)
  await replica.provisional.bulkPut(newer)
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
