// Applies the rows of a response and stores, for CL14, the rows that they replace. Loaded with the first response.
import type { EntityTable } from 'dexie'

import type { WireRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { applyChanges, asChange, type StoredRow } from './apply'
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
