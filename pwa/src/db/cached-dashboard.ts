// A cache of the dashboard's HTML as this device last showed it. The HTML is valid while the rows are
// unchanged, and is deleted with them.
import { Dexie, type Table } from 'dexie'

import { atomically } from './open'
import type { MetaRow, StreamRow } from './rows/replica'
import { type Replica, replicaName } from './schema'

/** The key in `meta`. Installed apps have stored it under this former name of the cache. */
const KEY = 'picture'

export interface CachedDashboard {
  /** The result of `positionsOf` when the HTML was rendered. */
  positions: string
  /** The path of the stylesheet with which the HTML was rendered. */
  styles: string
  /** The user's choice; null for the system's theme. */
  theme: string | null
  html: string
}

/**
 * The device's position in each stream, as a text that changes whenever a row is added, changed or deleted.
 */
export async function positionsOf(streams: Pick<Table<StreamRow, string>, 'toArray'>): Promise<string> {
  const all = await streams.toArray()
  return all.map(({ s, e, mode, load, cursor }) => [s, e, mode, load, cursor].join()).join(' ')
}

/** Stores a dashboard, unless the rows have changed since its HTML was rendered. */
export function cacheDashboard(replica: Replica, dashboard: CachedDashboard): Promise<void> {
  return atomically(replica, [replica.streams, replica.meta], async () => {
    if ((await positionsOf(replica.streams)) === dashboard.positions)
      await replica.meta.put({ k: KEY, value: JSON.stringify(dashboard) })
  })
}

/**
 * A user's stored dashboard, for a caller without an open replica. Returns null if there is none or if the
 * rows have changed since. Does not create a database.
 */
export async function cachedDashboard(userId: string): Promise<CachedDashboard | null> {
  const stored = new Dexie(replicaName(userId))
  try {
    await stored.open()
    const [streams, meta] = [
      stored.table<StreamRow, string>('streams'),
      stored.table<MetaRow, string>('meta'),
    ]
    const [row, positions] = await stored.transaction('r', streams, meta, () =>
      Promise.all([meta.get(KEY), positionsOf(streams)]),
    )
    if (typeof row?.value !== 'string') return null
    const dashboard = JSON.parse(row.value) as CachedDashboard
    return dashboard.positions === positions ? dashboard : null
  } catch {
    return null
  } finally {
    stored.close()
  }
}
