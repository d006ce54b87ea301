// The connection's effects on the replica, and the events that follow from them.
import { atomically, withReopen } from '../../db/open'
import type { StreamRow } from '../../db/rows/replica'
import type { Replica } from '../../db/schema'
import { lockReplica } from '../../db/wipe'
import { iso, serverNow } from '../../lib/time/clock'
import { uuid4 } from '../../lib/ids/uuid4'
import { syncedTables } from '../replica/apply'
import { ingest, keepOnly, resetStream, revokeStream } from '../replica/ingest'
import type { Cursor, OkFrame } from '../protocol/protocol'
import { recordConnection, recordUpToDate } from '../replica/provisional'
import type { Effect, Event } from './session-types'

type StoreEffect = Extract<
  Effect,
  { do: 'learn' | 'ingest' | 'mark' | 'reset' | 'revoke' | 'confirm' | 'lock' }
>

interface HelloContent {
  dev: string
  subs: Cursor[]
}

const loadRevert = () => import('../replica/revert-provisional')

/** Performs an effect. Returns the event that follows, or null if there is none. */
export async function performStoreEffect(replica: Replica, effect: StoreEffect): Promise<Event | null> {
  switch (effect.do) {
    case 'ingest': {
      const { s } = effect.frame
      const done = await ingest(replica, effect.frame)
      // The server sends frames only for subscribed streams, so this stream's rows were deleted locally.
      // Reconnect to load it again.
      return done.is === 'unknown' ? { is: 'broken', why: 'store' } : { is: done.is, s, cursor: done.cursor }
    }
    case 'mark':
      await loadRevert().then((it) =>
        atomically(replica, syncedTables(replica), () => it.revertLost(replica, effect.s)),
      )
      return { is: 'caught-up', s: effect.s }
    case 'learn':
      await storeOk(replica, effect.frame)
      break
    case 'reset':
      await resetStream(replica, effect.s)
      break
    case 'revoke':
      await revokeStream(replica, effect.s)
      break
    case 'confirm':
      await confirm(replica)
      break
    case 'lock':
      await withReopen(replica, () => lockReplica(replica))
  }
  return null
}

/** The content of `hello`: this installation's id and the cursors of its loaded streams. */
export function readHelloContent(replica: Replica): Promise<HelloContent> {
  return atomically(replica, [replica.meta, replica.streams], async () => {
    const row = await replica.meta.get('dev')
    const dev = typeof row?.value === 'string' ? row.value : uuid4()
    if (!row) await replica.meta.put({ k: 'dev', value: dev })
    await recordConnection(replica)
    const streams = await replica.streams.toArray()
    const ready = streams.filter((stream) => stream.mode === 'ready')
    return { dev, subs: ready.map(cursorOf) }
  })
}

/**
 * A stream's cursor for `hello` and `sub`. BO8: includes the last page's position until the cursor has passed
 * it.
 */
export function cursorOf({ s, e, cursor, at, seen }: StreamRow): Cursor {
  return { s, e, c: cursor, at, seen: seen && seen.c > cursor ? seen : undefined }
}

/** Stores the content of `ok` for starts without a network. Removes the streams that it does not list. */
async function storeOk(replica: Replica, frame: OkFrame): Promise<void> {
  await keepOnly(
    replica,
    frame.subs.map((sub) => sub.s),
  )
  await withReopen(replica, () =>
    replica.meta.bulkPut([
      { k: 'role', value: frame.role },
      { k: 'client_id', value: frame.client },
      { k: 'name', value: frame.name },
      { k: 'exp', value: frame.exp },
    ]),
  )
}

/** Records that this device is up to date now. */
async function confirm(replica: Replica): Promise<void> {
  await atomically(replica, [replica.meta, replica.provisional], async () => {
    await replica.meta.put({ k: 'as_of', value: iso(serverNow()) })
    await recordUpToDate(replica)
  })
}
