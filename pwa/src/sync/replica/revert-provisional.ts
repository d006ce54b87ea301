// CL14: reverts provisional rows that their stream has not delivered. Loaded with the first live stream.
import type { Collection, EntityTable } from 'dexie'

import type { ProvisionalRow } from '../../db/rows/provisional'
import type { Replica } from '../../db/schema'
import type { StoredRow } from './apply'
import { threadTable } from '../registry'
import { readCounter } from './provisional'

/**
 * Reverts rows from responses before this connection that the up-to-date stream `s` has not delivered: the
 * server lost them.
 */
export async function revertLost(replica: Replica, s: string): Promise<void> {
  const connectedAt = await readCounter(replica, 'connected')
  const undelivered = await provisionalOf(replica, s)
    .filter(({ round }) => round < connectedAt)
    .toArray()
  const threads = new Set<string>()
  for (const { tbl, id, before } of undelivered) {
    const table: EntityTable<StoredRow, 'id'> = replica.table(tbl)
    const row = await table.get(id)
    if (!row) continue
    const others = row._s.filter((one) => one !== s)
    if (before) await table.put(before)
    else if (others.length > 0) await table.put({ ...row, _s: others })
    else await table.delete(id)
    if (!before && tbl === threadTable().name) threads.add(threadTable().threadOf(row))
  }
  await replica.provisional.bulkDelete(undelivered.map(({ tbl, id }) => [s, tbl, id]))
  // CL4: load the newest page again. A deleted row may exist before the cursor, and no message of the thread
  // may be missing.
  await replica.held
    .where('client_id')
    .anyOf([...threads])
    .modify({ ready: false, from: null })
}

export function provisionalOf(replica: Replica, s: string): Collection<ProvisionalRow> {
  return replica.provisional.where('[s+tbl+id]').between([s], [s, []])
}
