// Stores the rows of a response and, for CL14, the rows that they replace. Loaded with the first response.
import type { EntityTable } from 'dexie'

import { atomically } from '../../db/open'
import type { OutboxEntry } from '../../db/rows/outbox'
import type { WireRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { applyChanges, asChange, type StoredRow, syncedTables } from './apply'
import { homeStream } from './home-stream'
import { recordResponseInTransaction } from '../outbox/store'
import { actionsOf, kindOf, loadActions } from '../registry'
import { readCounter } from './provisional'

/**
 * Applies rows of a response inside the caller's transaction. New rows become provisional, except those for
 * which `isSure` returns true: these are in the stream before the cursor.
 */
export async function applyResponseRows(
  replica: Replica,
  s: string,
  tbl: string,
  rows: readonly WireRow[],
  isSure?: (row: WireRow) => boolean,
): Promise<void> {
  const table: EntityTable<StoredRow, 'id'> = replica.table(tbl)
  const ids = rows.map(({ id }) => id)
  const before = await table.bulkGet(ids)
  await applyChanges(
    replica,
    s,
    rows.map((row) => asChange(tbl, row)),
  )
  const [after, existing] = await Promise.all([
    table.bulkGet(ids),
    replica.provisional.bulkGet(ids.map((id) => [s, tbl, id])),
  ])
  const round = await readCounter(replica, 'round')
  const isNew = (row: WireRow, i: number): boolean =>
    after[i]?.v === row.v && (before[i]?.v ?? 0) < row.v && !isSure?.(row)
  await replica.provisional.bulkPut(
    rows.flatMap((row, i) =>
      isNew(row, i)
        ? [{ s, tbl, id: row.id, round, before: existing[i] ? existing[i].before : (before[i] ?? null) }]
        : [],
    ),
  )
}

/**
 * Stores the row of an accepted request, if there is one. MU5: deletes the entry in the same transaction, so
 * that a screen shows the row exactly once. MU10: keeps an entry that has become a take-back in the meantime.
 * MU8: completes a take-back.
 */
export async function storeResponse(
  replica: Replica,
  entry: OutboxEntry,
  row: WireRow | null,
  random: () => number,
): Promise<void> {
  await loadActions()
  await atomically(replica, [replica.streams, ...syncedTables(replica)], async () => {
    const actions = actionsOf(entry)
    if (row)
      await applyResponseRows(
        replica,
        await homeStream(replica, actions.clientOf(entry.body)),
        kindOf(entry).table,
        [row],
      )
    if (entry.replaces !== undefined || actions.isTakeBack) {
      await recordResponseInTransaction(replica, entry, { is: 'taken-back' }, random)
      return
    }
    const stored = await replica.outbox.get(entry.id)
    if (stored?.kind === entry.kind) await replica.outbox.delete(entry.id)
  })
}
