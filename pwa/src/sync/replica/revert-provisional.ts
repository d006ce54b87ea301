// CL14: takes back what answers brought and the stream did not tell. Loaded with the first stream that is live.
import type { Collection, EntityTable } from 'dexie'

import type { ProvisionalRow } from '../../db/rows/provisional'
import type { Replica } from '../../db/schema'
import type { StoredRow } from './apply'
import { numberIn } from './provisional'

/** Stream `s` has told everything on this connection: what answers brought on a former one, and it did not, is no more. */
export async function dropUntold(replica: Replica, s: string): Promise<void> {
  const connectedAt = await numberIn(replica, 'connected')
  const untold = await provisionalOf(replica, s).filter(({ round }) => round < connectedAt).toArray()
  const threads = new Set<string>()
  for (const { tbl, id, before } of untold) {
    const table: EntityTable<StoredRow, 'id'> = replica.table(tbl)
    const row = await table.get(id)
    if (!row) continue
    const others = row._s.filter((one) => one !== s)
    if (before) await table.put(before)
    else if (others.length > 0) await table.put({ ...row, _s: others })
    else await table.delete(id)
    if (!before && tbl === 'messages' && 'client_id' in row) threads.add(String(row.client_id))
  }
  await replica.provisional.bulkDelete(untold.map(({ tbl, id }) => [s, tbl, id]))
  // CL4: it may have been there before the cursor, and no hole may stay: the newest page comes anew.
  await replica.held.where('client_id').anyOf([...threads]).modify({ ready: false, from: null })
}

export function provisionalOf(replica: Replica, s: string): Collection<ProvisionalRow> {
  return replica.provisional.where('[s+tbl+id]').between([s], [s, []])
}
