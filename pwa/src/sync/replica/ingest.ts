// Stores a frame: its rows and its cursor in one IndexedDB transaction. Drops streams and old tombstones.
import { atomically, withReopen } from '../../db/open'
import type { Replica } from '../../db/schema'
import { applyChanges, dropStream, syncedTables } from './apply'
import type { ChangeFrame } from '../protocol/protocol'

type IngestResult =
  | { is: 'stored'; cursor: number }
  /** CL2: changes between the cursor and the frame are missing. */
  | { is: 'gap'; cursor: number }
  /** The device does not follow this stream. */
  | { is: 'unknown' }

/**
 * CL1, CL2: stores a frame. Returns 'stored' for a repeated frame too, because the server waits for its
 * acknowledgement.
 */
export function ingest(replica: Replica, frame: ChangeFrame): Promise<IngestResult> {
  return atomically(replica, [replica.streams, ...syncedTables(replica)], async (): Promise<IngestResult> => {
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

/**
 * CU6: deletes a stream's rows and cursor, but not outbox, drafts and other streams. Its threads are loaded
 * again.
 */
export function resetStream(replica: Replica, s: string): Promise<void> {
  return dropStreams(replica, [s], true)
}

/** MB2: deletes a stream that the user may not follow any more, with its held threads. */
export function revokeStream(replica: Replica, s: string): Promise<void> {
  return dropStreams(replica, [s], false)
}

/** HE4: deletes every stored stream that `ok` does not list. */
export async function keepOnly(replica: Replica, streams: readonly string[]): Promise<void> {
  const stored = await withReopen(replica, () => replica.streams.toCollection().primaryKeys())
  const surplus = stored.filter((s) => !streams.includes(s))
  if (surplus.length > 0) await dropStreams(replica, surplus, false)
}

function dropStreams(replica: Replica, streams: readonly string[], keepHeld: boolean): Promise<void> {
  return atomically(replica, [replica.streams, ...syncedTables(replica)], async () => {
    for (const s of streams) await dropStream(replica, s, keepHeld)
  })
}

const DAY_MS = 86_400_000

/**
 * Deletes tombstones that are older than a day. They only guard against late pages, and no page takes a day.
 * `now` in ms.
 */
export async function forgetOldTombstones(replica: Replica, now: number): Promise<void> {
  await withReopen(replica, () =>
    replica.tombstones
      .where('at')
      .below(now - DAY_MS)
      .delete(),
  )
}
