// Stores a frame: its rows and its cursor in one IndexedDB transaction, or neither.
import { atomically, healing } from '../../db/open'
import type { Replica } from '../../db/schema'
import { applyChanges, dropStream, syncedTables } from './apply'
import type { ChangeFrame } from '../connection/protocol'

type Ingested =
  | { is: 'stored'; cursor: number }
  /** CL2: changes between the cursor and the frame are missing. */
  | { is: 'gap'; cursor: number }
  /** The device does not follow this stream (any more). */
  | { is: 'unknown' }

/** CL1 and CL2. A frame that is already here answers 'stored' too: the server waits for the acknowledgement. */
export function ingest(replica: Replica, frame: ChangeFrame): Promise<Ingested> {
  return atomically(replica, [replica.streams, ...syncedTables(replica)], async (): Promise<Ingested> => {
    const stream = await replica.streams.get(frame.s)
    if (stream?.mode !== 'ready') return { is: 'unknown' }
    if (frame.to <= stream.cursor) return { is: 'stored', cursor: stream.cursor }
    if (frame.from > stream.cursor + 1) return { is: 'gap', cursor: stream.cursor }
    await applyChanges(replica, frame.s, frame.d)
    await replica.provisional.bulkDelete(frame.d.map(({ tbl, id }) => [frame.s, tbl, id]))
    await replica.streams.update(frame.s, { cursor: frame.to, at: frame.at })
    return { is: 'stored', cursor: frame.to }
  })
}

/** CU6: drop a stream's rows and cursor; outbox, drafts and other streams stay, its threads are to be loaded anew. */
export function resetStream(replica: Replica, s: string): Promise<void> {
  return drop(replica, [s], true)
}

/** MB2: the person may not follow the stream any more. */
export function revokeStream(replica: Replica, s: string): Promise<void> {
  return drop(replica, [s], false)
}

/** HE4: remove every stored stream that `ok` does not list. */
export async function keepOnly(replica: Replica, streams: readonly string[]): Promise<void> {
  const stored = await healing(replica, () => replica.streams.toCollection().primaryKeys())
  const surplus = stored.filter((s) => !streams.includes(s))
  if (surplus.length > 0) await drop(replica, surplus, false)
}

function drop(replica: Replica, streams: readonly string[], keepHeld: boolean): Promise<void> {
  return atomically(replica, [replica.streams, ...syncedTables(replica)], async () => {
    for (const s of streams) await dropStream(replica, s, keepHeld)
  })
}

const DAY_MS = 86_400_000

/** A tombstone guards against pages that are under way; after a day none is. */
export async function forgetOldTombstones(replica: Replica, now: number): Promise<void> {
  await healing(replica, () => replica.tombstones.where('at').below(now - DAY_MS).delete())
}
