// Checks whether a client's data is newer than the viewed snapshot. Compares the snapshot with the admin's
// own rows, which sync at once.
import type { WireRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { type Live, useQuery } from '../../live/live'
import { useRows } from '../../live/view'

/**
 * The tables with a row that has the client's id: the client, the thread, and two tables of the chatbot page.
 */
const TABLES = ['clients', 'threads', 'chatbot_embeds', 'chat_histories']

/** True if a row is newer than in `viewed`, or was deleted since; false if `viewed` is null. */
export function useHasNewerData(viewed: Live | null, clientId: string): boolean {
  const ownRows = useRows('w', (replica) => versionsOf(replica, clientId), [clientId])
  const viewedRows = useQuery(
    () => (viewed === null ? Promise.resolve(null) : versionsOf(viewed.replica, clientId)),
    [viewed, clientId],
  )
  if (ownRows.is !== 'ready' || viewedRows === undefined || viewedRows === null) return false
  return ownRows.versions.some(({ v, deletedV }, at) => {
    const before = viewedRows.versions[at]?.v ?? 0
    return v > before || (before > 0 && deletedV > before)
  })
}

/** Each row's version, and the version of its deletion; 0 if there is none. */
async function versionsOf(
  replica: Replica,
  id: string,
): Promise<{ versions: { v: number; deletedV: number }[] }> {
  const rows = await Promise.all(TABLES.map((tbl) => replica.table<WireRow>(tbl).get(id)))
  const tombstones = await replica.tombstones.bulkGet(TABLES.map((tbl) => ['w', tbl, id]))
  return { versions: rows.map((row, at) => ({ v: row?.v ?? 0, deletedV: tombstones[at]?.v ?? 0 })) }
}
