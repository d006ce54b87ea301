// Stores rows in the replica. The same rules apply to frames, pages and responses.
import type { EntityTable, PromiseExtended, Table } from 'dexie'

import { byId, rowsById } from '../../db/by-id'
import { serverNow } from '../../lib/time/clock'
import type { TombstoneRow } from '../../db/rows/replica'
import type { Streamed, WireRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import type { Change } from '../protocol/protocol'
import { allKinds, kindOf, threadTable } from '../registry'

/**
 * The number of rows in one `bulkPut`. A page of 500 blocked a slow phone for a third of a second. From 50
 * rows on, Dexie does not report the changed ids, so every live query of the table would run again.
 */
const BATCH_SIZE = 49

export type StoredRow = WireRow & Streamed
interface RowState {
  row: StoredRow | undefined
  /** The version with which this stream deleted the row. */
  deletedV: number | undefined
}

/**
 * CL3, CL10: applies one change of stream `s` to the state of its row. A change replaces the row only if its
 * version is greater than the stored one. A change of the same version only adds this stream to the row's
 * streams, or removes it. An older change does nothing, because this stream may have lost the row since.
 */
function applyChange(state: RowState, change: Change, s: string): RowState {
  const { row, deletedV } = state
  if (deletedV !== undefined && change.v <= deletedV) return state
  if (row && change.v < row.v) return state
  if (change.op !== 'u') {
    const otherStreams = row?._s.filter((one) => one !== s) ?? []
    return {
      row: row && otherStreams.length > 0 ? { ...row, _s: otherStreams } : undefined,
      deletedV: change.v,
    }
  }
  if (row && change.v === row.v)
    return { row: row._s.includes(s) ? row : { ...row, _s: [...row._s, s] }, deletedV: undefined }
  const otherStreams = row ? row._s.filter((one) => one !== s) : []
  return { row: { ...change.row, _s: [...otherStreams, s] }, deletedV: undefined }
}

/** The tables with rows from the server's log. Their rows contain their streams (`_s`). */
export function logTables(replica: Replica): Table[] {
  return replica.tables.filter(({ schema }) => schema.idxByName['_s'])
}

/** The tables of `applyChanges`; the caller's transaction must include them. */
export function syncedTables(replica: Replica): Table[] {
  return [
    ...logTables(replica),
    replica.tombstones,
    replica.held,
    replica.outbox,
    replica.provisional,
    replica.meta,
  ]
}

/**
 * Applies changes of stream `s`, in order, inside the caller's transaction. A row that arrives deletes the
 * outbox entry that it confirms (MU5). Ignores changes of tables that this build does not have.
 */
export async function applyChanges(replica: Replica, s: string, changes: readonly Change[]): Promise<void> {
  for (const { name } of logTables(replica)) {
    const own = changes.filter((change) => change.tbl === name)
    if (own.length > 0) await applyToTable(replica, s, name, own)
  }
}

async function applyToTable(
  replica: Replica,
  s: string,
  tbl: string,
  changes: readonly Change[],
): Promise<void> {
  const table: EntityTable<StoredRow, 'id'> = replica.table(tbl)
  const ids = [...new Set(changes.map((change) => change.id))]
  const before = new Map<string, RowState>(ids.map((id) => [id, { row: undefined, deletedV: undefined }]))
  for (const row of await rowsById(table, ids)) before.set(row.id, { row, deletedV: undefined })
  for (const tombstone of await tombstonesOf(replica, s, tbl, ids))
    before.set(tombstone.id, { row: before.get(tombstone.id)?.row, deletedV: tombstone.v })
  const after = new Map(before)
  for (const change of changes) {
    const state = after.get(change.id)
    if (state) after.set(change.id, applyChange(state, change, s))
  }

  const put: StoredRow[] = []
  const drop: string[] = []
  const newTombstones: TombstoneRow[] = []
  const staleTombstones: [string, string, string][] = []
  for (const [id, { row, deletedV }] of after) {
    const stateBefore = before.get(id)
    if (row && row !== stateBefore?.row) put.push(row)
    if (!row && stateBefore?.row) drop.push(id)
    if (deletedV !== undefined && deletedV !== stateBefore?.deletedV)
      newTombstones.push({ s, tbl, id, v: deletedV, at: serverNow() })
    if (deletedV === undefined && stateBefore?.deletedV !== undefined) staleTombstones.push([s, tbl, id])
  }
  const rows = tbl === threadTable().name ? await heldRows(replica, s, put) : put
  for (let start = 0; start < rows.length; start += BATCH_SIZE)
    await table.bulkPut(rows.slice(start, start + BATCH_SIZE))
  if (drop.length > 0) await table.bulkDelete(drop)
  if (newTombstones.length > 0) await replica.tombstones.bulkPut(newTombstones)
  if (staleTombstones.length > 0) await replica.tombstones.bulkDelete(staleTombstones)
  await deleteConfirmedEntries(replica, tbl, changes)
}

function tombstonesOf(
  replica: Replica,
  s: string,
  tbl: string,
  ids: readonly string[],
): PromiseExtended<TombstoneRow[]> {
  const key = (id: string): [string, string, string] => [s, tbl, id]
  return byId(
    ids,
    (first, last, limit) =>
      replica.tombstones
        .where('[s+tbl+id]')
        .between(key(first), key(last), true, true)
        .limit(limit)
        .toArray(),
    () => replica.tombstones.bulkGet(ids.map(key)),
  )
}

/**
 * CL4: returns only the rows that this device stores. A client's own stream has only one thread, which is
 * always held.
 */
async function heldRows(replica: Replica, s: string, rows: StoredRow[]): Promise<StoredRow[]> {
  const table = threadTable()
  const threads = [...new Set(rows.map((row) => table.threadOf(row)))]
  const held = new Map((await replica.held.bulkGet(threads)).map((one, i) => [threads[i], one]))
  return rows.filter((row) => {
    const thread = held.get(table.threadOf(row))
    return thread ? thread.from === null || table.placeOf(row) >= thread.from : s.startsWith('c:')
  })
}

/** MU5: deletes the entries that the arrived rows confirm. */
async function deleteConfirmedEntries(
  replica: Replica,
  tbl: string,
  changes: readonly Change[],
): Promise<void> {
  if (!allKinds().some((kind) => kind.table === tbl && 'isConfirmedBy' in kind)) return
  const arrived = new Map(changes.flatMap((change) => (change.op === 'u' ? [[change.id, change.row]] : [])))
  const entries = await replica.outbox
    .where('id')
    .anyOf([...arrived.keys()])
    .toArray()
  const confirmed = entries.filter((entry) => {
    const row = arrived.get(entry.id)
    return row && kindOf(entry).isConfirmedBy?.(row)
  })
  if (confirmed.length > 0) await replica.outbox.bulkDelete(confirmed.map(({ id }) => id))
}

/**
 * Deletes the rows that came only from stream `s` (CL10), inside the caller's transaction. With `keepHeld`
 * its threads stay held and are loaded again; without it they are no longer held.
 */
export async function dropStream(replica: Replica, s: string, keepHeld: boolean): Promise<void> {
  for (const { name } of logTables(replica)) {
    const table: EntityTable<StoredRow, 'id'> = replica.table(name)
    const drop: string[] = []
    const keep: StoredRow[] = []
    await table
      .where('_s')
      .equals(s)
      .each((row) => {
        const otherStreams = row._s.filter((one) => one !== s)
        if (otherStreams.length === 0) drop.push(row.id)
        else keep.push({ ...row, _s: otherStreams })
      })
    await table.bulkDelete(drop)
    await table.bulkPut(keep)
  }
  await replica.tombstones.where('[s+tbl+id]').between([s], [s, []]).delete()
  await replica.provisional.where('[s+tbl+id]').between([s], [s, []]).delete()
  await replica.streams.delete(s)
  if (s.startsWith('u:')) return
  const threads = s === 'w' ? replica.held.toCollection() : replica.held.where('client_id').equals(s.slice(2))
  if (keepHeld) await threads.modify({ ready: false, from: null })
  else await threads.delete()
}

/** A row of a response or page as a change. */
export function asChange(tbl: string, row: WireRow): Change {
  return { tbl, op: 'u', id: row.id, v: row.v, row }
}
