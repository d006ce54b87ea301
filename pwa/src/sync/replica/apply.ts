// Puts rows into the replica, wherever they came from: frames, pages and answers all obey the same rules.
import type { EntityTable, PromiseExtended, Table } from 'dexie'

import { byId, rowsById } from '../../db/by-id'
import { serverNow } from '../../lib/clock'
import type { HeldRow, MessageRow, Streamed, TombstoneRow, WireRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import type { Change } from '../connection/protocol'

/**
 * So many rows are stored in one go: a page of 500 held up a slow phone for a third of a second. From 50 on Dexie
 * would not say which rows they were, and who follows the table would read all of it again.
 */
const STEP = 49

export type StoredRow = WireRow & Streamed
interface Known {
  row: StoredRow | undefined
  /** The version with which the row went from this stream. */
  gone: number | undefined
}

/**
 * CL3 and CL10: what one change of stream `s` makes of what is known about its row. A change applies if its
 * version is greater than the stored one; one of the same version only tells that this stream has the row too.
 */
function fold(known: Known, change: Change, s: string): Known {
  const { row, gone } = known
  if (gone !== undefined && change.v <= gone) return known
  if (change.op !== 'u') {
    if (row && change.v < row.v) return known
    const rest = row?._s.filter((one) => one !== s) ?? []
    return { row: row && rest.length > 0 ? { ...row, _s: rest } : undefined, gone: change.v }
  }
  if (row && change.v <= row.v) return { row: row._s.includes(s) ? row : { ...row, _s: [...row._s, s] }, gone: undefined }
  const from = row ? row._s.filter((one) => one !== s) : []
  return { row: { ...change.row, _s: [...from, s] }, gone: undefined }
}

/** The place of a message in its thread, as text that sorts: "<created_at>|<id>". */
export function placeOf(message: { created_at: string; id: string }): string {
  return `${message.created_at}|${message.id}`
}

/** CL4: whether a message of stream `s` is kept. A client's own stream holds its one thread by nature. */
function isKept(message: { created_at: string; id: string }, held: HeldRow | undefined, s: string): boolean {
  if (!held) return s.startsWith('c:')
  return held.from === null || placeOf(message) >= held.from
}

/** The tables that come from the server's log: their rows know their streams. */
function fromTheLog(replica: Replica): Table[] {
  return replica.tables.filter(({ schema }) => schema.idxByName['_s'])
}

/** The tables that `applyChanges` touches; open the transaction over these. */
export function syncedTables(replica: Replica): Table[] {
  return [...fromTheLog(replica), replica.tombstones, replica.held, replica.outbox, replica.provisional, replica.meta]
}

/**
 * Apply changes of stream `s`, in order, inside the caller's transaction. A message that arrives settles its
 * outbox entry (MU5). Changes of tables this build does not know are left out.
 */
export async function applyChanges(replica: Replica, s: string, changes: readonly Change[]): Promise<void> {
  for (const { name } of fromTheLog(replica)) {
    const own = changes.filter((change) => change.tbl === name)
    if (own.length > 0) await applyToTable(replica, s, name, own)
  }
}

async function applyToTable(replica: Replica, s: string, tbl: string, changes: readonly Change[]): Promise<void> {
  const table: EntityTable<StoredRow, 'id'> = replica.table(tbl)
  const ids = [...new Set(changes.map((change) => change.id))]
  const before = new Map<string, Known>(ids.map((id) => [id, { row: undefined, gone: undefined }]))
  for (const row of await rowsById(table, ids)) before.set(row.id, { row, gone: undefined })
  for (const grave of await gravesOf(replica, s, tbl, ids)) before.set(grave.id, { row: before.get(grave.id)?.row, gone: grave.v })
  const after = new Map(before)
  for (const change of changes) {
    const known = after.get(change.id)
    if (known) after.set(change.id, fold(known, change, s))
  }

  const put: StoredRow[] = []
  const drop: string[] = []
  const bury: TombstoneRow[] = []
  const raise: [string, string, string][] = []
  for (const [id, { row, gone }] of after) {
    const was = before.get(id)
    if (row && row !== was?.row) put.push(row)
    if (!row && was?.row) drop.push(id)
    if (gone !== undefined && gone !== was?.gone) bury.push({ s, tbl, id, v: gone, at: serverNow() })
    if (gone === undefined && was?.gone !== undefined) raise.push([s, tbl, id])
  }
  const kept = tbl === 'messages' ? await onlyKept(replica, s, put) : put
  for (let start = 0; start < kept.length; start += STEP) await table.bulkPut(kept.slice(start, start + STEP))
  if (drop.length > 0) await table.bulkDelete(drop)
  if (bury.length > 0) await replica.tombstones.bulkPut(bury)
  if (raise.length > 0) await replica.tombstones.bulkDelete(raise)
  if (tbl === 'messages') await settleOutbox(replica, changes)
}

function gravesOf(replica: Replica, s: string, tbl: string, ids: readonly string[]): PromiseExtended<TombstoneRow[]> {
  const key = (id: string): [string, string, string] => [s, tbl, id]
  return byId(
    ids,
    (first, last, most) =>
      replica.tombstones.where('[s+tbl+id]').between(key(first), key(last), true, true).limit(most).toArray(),
    () => replica.tombstones.bulkGet(ids.map(key)),
  )
}

async function onlyKept(replica: Replica, s: string, rows: StoredRow[]): Promise<StoredRow[]> {
  const messages = rows as MessageRow[]
  const threads = [...new Set(messages.map((message) => message.client_id))]
  const held = new Map((await replica.held.bulkGet(threads)).map((one, i) => [threads[i], one]))
  return messages.filter((message) => isKept(message, held.get(message.client_id), s))
}

/**
 * An id is used for one body only (see `edit`), so a row with an entry's id is that entry, delivered. A take-back is
 * done when the row is a tombstone (MU10).
 */
async function settleOutbox(replica: Replica, changes: readonly Change[]): Promise<void> {
  const arrived = new Map(changes.flatMap((change) => (change.op === 'u' ? [[change.id, change.row as MessageRow]] : [])))
  const entries = await replica.outbox.where('id').anyOf([...arrived.keys()]).toArray()
  const settled = entries.filter(({ id, kind }) => kind === 'messages.send' || arrived.get(id)?.removed_at)
  if (settled.length > 0) await replica.outbox.bulkDelete(settled.map(({ id }) => id))
}

/**
 * Remove what came from stream `s` alone (CL10), inside the caller's transaction. With `keepHeld` its threads stay
 * held and are to be loaded anew; without, they are let go.
 */
export async function dropStream(replica: Replica, s: string, keepHeld: boolean): Promise<void> {
  for (const { name } of fromTheLog(replica)) {
    const table: EntityTable<StoredRow, 'id'> = replica.table(name)
    const drop: string[] = []
    const keep: StoredRow[] = []
    await table.where('_s').equals(s).each((row) => {
      const rest = row._s.filter((one) => one !== s)
      if (rest.length === 0) drop.push(row.id)
      else keep.push({ ...row, _s: rest })
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

/** A row that did not come in a frame, as the change it amounts to. */
export function asChange(tbl: string, row: WireRow): Change {
  return { tbl, op: 'u', id: row.id, v: row.v, row }
}
