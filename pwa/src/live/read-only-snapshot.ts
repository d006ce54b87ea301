// A read-only snapshot of a client's rows, in memory. It receives no changes, and sends and stores nothing.
import { Dexie } from 'dexie'

import { memoryReplica } from '../db/memory-replica'
import type { Replica } from '../db/schema'
import { clientStream } from '../db/streams'
import { FIRST_MESSAGES } from '../lib/limits.gen'
import { makeStore } from '../lib/store'
import type { SyncHandle, SyncStatus } from '../sync'
import type { Live } from './live'

export interface Snapshot {
  client_id: string
  /** ISO time of the snapshot. */
  at: string
  rows: Record<string, readonly Record<string, unknown>[]>
}

/** The value of a `LiveContext` that shows the snapshot. Writes are ignored and raise no error. */
export async function readOnlySnapshot(
  { client_id, at, rows }: Snapshot,
  zone: string | undefined,
): Promise<Live> {
  const replica = memoryReplica('')
  const lock = makeLock(replica)
  const s = clientStream(client_id)
  const tables = replica.tables.filter(
    ({ name, schema }) => schema.idxByName['_s'] !== undefined && rows[name] !== undefined,
  )
  for (const table of tables)
    await table.bulkPut((rows[table.name] ?? []).map((row) => ({ ...row, _s: [s] })))
  const hasAllMessages = (rows['messages'] ?? []).length < FIRST_MESSAGES
  await replica.held.put({ client_id, from: hasAllMessages ? null : '', opened_at: 0, ready: true })
  await replica.streams.put({ s, e: '', cursor: 0, at: '', load: '', mode: 'ready', loading: null })
  if (zone !== undefined) await replica.meta.put({ k: 'zone', value: zone })
  lock()
  const client = await replica.clients.get(client_id)
  return {
    userId: client?.user_id ?? '',
    isShared: true,
    replica,
    sync: idleSync({ at, client_id, name: client?.contact_name ?? null }),
  }
}

const NO_MUTATION = { numFailures: 0, failures: {}, results: [], lastResult: undefined }

/** Returns a function. After it is called, the replica ignores all writes. */
function makeLock(replica: Replica): () => void {
  let isLocked = false
  replica.use({
    stack: 'dbcore',
    name: 'read-only',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        return {
          ...table,
          mutate: (request) => (isLocked ? Dexie.Promise.resolve(NO_MUTATION) : table.mutate(request)),
        }
      },
    }),
  })
  return () => {
    isLocked = true
  }
}

/**
 * A sync that stays `catching-up`. It is never `live`, so the screens request nothing. It is never
 * `offline`, so no offline notice is shown.
 */
function idleSync({
  at,
  client_id,
  name,
}: {
  at: string
  client_id: string
  name: string | null
}): SyncHandle {
  const done = () => Promise.resolve()
  const status: SyncStatus = {
    link: { is: 'catching-up', behind: 0 },
    as_of: at,
    waiting: 0,
    refused: 0,
    role: 'client',
    client_id,
    name,
    stalled: false,
  }
  return {
    status: makeStore(status),
    ephemeral: { send: () => undefined, listen: () => () => undefined },
    enqueue: done,
    retry: done,
    edit: done,
    discard: done,
    takeBack: done,
    holdThread: done,
    loadOlder: () => Promise.resolve('start'),
    flushNow: done,
    tryAgain: () => undefined,
    stop: done,
  }
}
