// The first load of a stream: its position, then its rows page by page, resumable between any two pages. Loaded when it
// is needed: it needs the network anyway.
import { atomically, healing } from '../db/open'
import type { MessageRow, StreamRow } from '../db/rows'
import type { Replica } from '../db/schema'
import { uuid4 } from '../lib/uuid4'
import { applyChanges, asChange, placeOf, syncedTables } from './apply'
import { Unreachable, valueOf, type Doors } from './doors'

/** BO3 allows 500; half of them is what a slow phone takes apart without being held up. */
const PAGE = 250
/** BO4: so many messages of its thread a client's stream brings; fewer means that there are no more. */
const FIRST_MESSAGES = 200

/**
 * Load stream `s` and give the position from which to follow it. BO1: the position is stored before the first row is
 * asked for, and a load that was cut off goes on from its last page with its old position, so that a row deleted
 * meanwhile is told by the frames after that position. Once `going` is false nothing is stored any more. Rejects with
 * `Unreachable`.
 */
export async function loadStream(replica: Replica, doors: Doors, s: string, going: () => boolean): Promise<StreamRow> {
  let stream = await healing(replica, () => replica.streams.get(s))
  if (!stream) stream = await takePosition(replica, doors, s, going)
  while (stream.loading) stream = await loadPage(replica, doors, stream, stream.loading)
  return stream
}

async function takePosition(replica: Replica, doors: Doors, s: string, going: () => boolean): Promise<StreamRow> {
  const { e, c, at, tables } = valueOf(await doors.bootstrap(s))
  if (!going()) throw new Unreachable('busy')
  const [first] = tables
  const position = { s, e, cursor: c, at, load: uuid4() }
  const stream: StreamRow = first
    ? { ...position, mode: 'loading', loading: { tables, after: null } }
    : { ...position, mode: 'ready', loading: null }
  await healing(replica, () => replica.streams.put(stream))
  return stream
}

async function loadPage(
  replica: Replica,
  doors: Doors,
  stream: StreamRow,
  { tables, after }: { tables: string[]; after: string | null },
): Promise<StreamRow> {
  const [tbl, ...rest] = tables
  if (tbl === undefined) return finish(replica, stream)
  const page = valueOf(await doors.rows(stream.s, tbl, after, PAGE))
  const loading = page.next === null ? { tables: rest, after: null } : { tables, after: page.next }
  const next: StreamRow = { ...stream, loading }
  await atomically(replica, [replica.streams, ...syncedTables(replica)], async () => {
    await checkStill(replica, stream)
    await applyChanges(replica, stream.s, page.rows.map((row) => asChange(tbl, row)))
    await replica.streams.put(next)
  })
  return next
}

async function finish(replica: Replica, stream: StreamRow): Promise<StreamRow> {
  const done: StreamRow = { ...stream, mode: 'ready', loading: null }
  await atomically(replica, [replica.streams, replica.held, replica.messages], async () => {
    await checkStill(replica, stream)
    if (stream.s.startsWith('c:')) await holdOwnThread(replica, stream.s)
    await replica.streams.put(done)
  })
  return done
}

/** A reset, a revocation or another tab may have been here while the page was under way. */
async function checkStill(replica: Replica, stream: StreamRow): Promise<void> {
  const stored = await replica.streams.get(stream.s)
  const same = stored?.load === stream.load && JSON.stringify(stored.loading) === JSON.stringify(stream.loading)
  if (!same) throw new Unreachable('busy')
}

/** CL4 for a client's device: its thread is held from the oldest message that came. */
async function holdOwnThread(replica: Replica, s: string): Promise<void> {
  const clientId = s.slice(2)
  const rows = await replica.messages.where('_s').equals(s).toArray()
  const places = rows.filter((row: MessageRow) => row.client_id === clientId).map(placeOf).sort()
  const from = places.length < FIRST_MESSAGES ? null : (places[0] ?? null)
  const held = await replica.held.get(clientId)
  await replica.held.put({ client_id: clientId, from, opened_at: held?.opened_at ?? 0, ready: true })
}
