// Empty replicas for tests, deleted after each test.
import { afterEach } from 'vitest'

import type { MessageRow } from '../../db/rows/messages'
import type { StreamRow } from '../../db/rows/replica'
import { Replica } from '../../db/schema'
import { ingest } from '../../sync/replica/ingest'

const replicas: Replica[] = []
let count = 0

/** Returns an empty replica with a unique name; it is deleted after the test. */
export function freshReplica(): Replica {
  count += 1
  const replica = new Replica(`test-${count}`)
  replicas.push(replica)
  return replica
}

afterEach(async () => {
  for (const replica of replicas.splice(0)) {
    replica.close()
    await replica.delete()
  }
})

/** Returns a loaded stream at `cursor`. */
export function readyStream(s: string, cursor = 0): StreamRow {
  return {
    s,
    e: 'k1',
    cursor,
    at: cursor === 0 ? '' : `at-${cursor}`,
    mode: 'ready',
    load: 'load-1',
    loading: null,
  }
}

/** Returns the ids of a thread's messages in order. */
export async function threadIds(replica: Replica, clientId: string): Promise<string[]> {
  const rows: MessageRow[] = await replica.messages
    .where('[client_id+created_at+id]')
    .between([clientId], [clientId, []])
    .toArray()
  return rows.map((row) => row.id)
}

/** Applies one change that deletes a row, as the stream's next change. */
export async function applyDelete(replica: Replica, s: string, tbl: string, id: string, v: number) {
  const at = ((await replica.streams.get(s))?.cursor ?? 0) + 1
  await ingest(replica, { t: 'ch', s, from: at, to: at, at: `at-${at}`, d: [{ tbl, op: 'd', id, v }] })
}
