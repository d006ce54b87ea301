// The dashboard as this device last showed it, kept beside the rows that it shows: it goes with them, and holds no longer.
import { Dexie, type Table } from 'dexie'

import { atomically } from './open'
import type { MetaRow, StreamRow } from './rows/rows'
import { type Replica, replicaName } from './schema'

const KEY = 'picture'

export interface Picture {
  /** `positionsOf` the rows that it shows. */
  positions: string
  /** The file of the styles that it was drawn with. */
  styles: string
  /** What the person has chosen; null for the system's. */
  theme: string | null
  html: string
}

/** How far a device is in each stream: the same as long as no row has come, changed or gone. */
export async function positionsOf(streams: Pick<Table<StreamRow, string>, 'toArray'>): Promise<string> {
  const all = await streams.toArray()
  return all.map(({ s, e, mode, load, cursor }) => [s, e, mode, load, cursor].join()).join(' ')
}

/** Keeps a picture, unless its rows have changed meanwhile. */
export function keepPicture(replica: Replica, picture: Picture): Promise<void> {
  return atomically(replica, [replica.streams, replica.meta], async () => {
    if ((await positionsOf(replica.streams)) === picture.positions) await replica.meta.put({ k: KEY, value: JSON.stringify(picture) })
  })
}

/** The picture of a person's rows as they are, for who has no replica open; null without one. Makes no database. */
export async function keptPicture(userId: string): Promise<Picture | null> {
  const stored = new Dexie(replicaName(userId))
  try {
    await stored.open()
    const [streams, meta] = [stored.table<StreamRow, string>('streams'), stored.table<MetaRow, string>('meta')]
    const [row, positions] = await stored.transaction('r', streams, meta, () => Promise.all([meta.get(KEY), positionsOf(streams)]))
    if (typeof row?.value !== 'string') return null
    const picture = JSON.parse(row.value) as Picture
    return picture.positions === positions ? picture : null
  } catch {
    return null
  } finally {
    stored.close()
  }
}
