// Storing frames: rows and cursor change together, however the log is cut into frames and repeated.
import { Dexie } from 'dexie'
import { beforeEach, describe, expect, it } from 'vitest'

import { finalRows, frameOf, randomFrames, randomLog } from '../../testing/servers/change-log'
import { message, timestamp, thread, uuid } from '../../testing/servers/wire-rows'
import { seeded, seeds } from '../../testing/seeded-random'
import { A, B, CA, cursor, deletion, frame, replica, update } from '../../testing/sync/message-frames'
import { readyStream, threadIds } from '../../testing/sync/replicas'
import type { Change } from '../protocol/protocol'
import { performStoreEffect } from '../connection/store-effects'
import { applyChanges, asChange, syncedTables, type StoredRow } from './apply'
import { forgetOldTombstones, ingest } from './ingest'

async function page(s: string, ...changes: Change[]): Promise<void> {
  await replica.transaction('rw', syncedTables(replica), () => applyChanges(replica, s, changes))
}
async function contents(): Promise<Record<string, string>> {
  const rows = await replica.messages.toArray()
  return Object.fromEntries(rows.map((row) => [row.id, row.content]))
}

describe('frames', () => {
  it('require a new connection if their stream was removed from the replica', async () => {
    await replica.streams.delete(CA)
    expect(await performStoreEffect(replica, { do: 'ingest', frame: frame(1, 1, [update(1)]) })).toEqual({
      is: 'broken',
      why: 'store',
    })
    expect(await replica.messages.count()).toBe(0)
  })

  it('CL1 stores rows and cursor together', async () => {
    expect(await ingest(replica, frame(1, 2, [update(1), update(2)]))).toEqual({ is: 'stored', cursor: 2 })
    expect(await replica.streams.get(CA)).toMatchObject({ cursor: 2, at: 'at-2' })
    expect(await threadIds(replica, A)).toEqual([uuid(1), uuid(2)])
  })

  it('CL1 an aborted transaction stores neither rows nor cursor', async () => {
    const fail = (): never => {
      throw new Dexie.AbortError('the browser gave up')
    }
    replica.streams.hook('updating', fail)
    await expect(ingest(replica, frame(1, 2, [update(1), update(2)]))).rejects.toThrow()
    replica.streams.hook('updating').unsubscribe(fail)
    expect([await cursor(), await replica.messages.count()]).toEqual([0, 0])
    await ingest(replica, frame(1, 2, [update(1), update(2)]))
    expect([await cursor(), await replica.messages.count()]).toEqual([2, 2])
  })

  it('CL2 drops changes that are already stored, and returns the cursor', async () => {
    await ingest(replica, frame(1, 3, [update(1)]))
    expect(await ingest(replica, frame(2, 3, [update(9)]))).toEqual({ is: 'stored', cursor: 3 })
    expect(await threadIds(replica, A)).toEqual([uuid(1)])
  })

  it('CL2 applies an overlapping frame, and returns a gap for a frame that skips changes', async () => {
    await ingest(replica, frame(1, 3, [update(1)]))
    expect(await ingest(replica, frame(3, 5, [update(2)]))).toEqual({ is: 'stored', cursor: 5 })
    expect(await ingest(replica, frame(7, 8, [update(3)]))).toEqual({ is: 'gap', cursor: 5 })
    expect([await cursor(), await threadIds(replica, A)]).toEqual([5, [uuid(1), uuid(2)]])
  })

  it('ignores a frame of a stream that is not followed', async () => {
    expect(await ingest(replica, frame(1, 1, [update(1, 1, B)], `c:${B}`))).toEqual({ is: 'unknown' })
    await replica.streams.put({ ...readyStream('w'), mode: 'loading' })
    expect(await ingest(replica, frame(1, 1, [update(1)], 'w'))).toEqual({ is: 'unknown' })
    expect(await replica.messages.count()).toBe(0)
  })

  it('ignores a table that this build does not know', async () => {
    await ingest(
      replica,
      frame(1, 2, [{ tbl: 'reports', op: 'u', id: 'r', v: 1, row: { id: 'r', v: 1 } }, update(1)]),
    )
    expect([await cursor(), await threadIds(replica, A)]).toEqual([2, [uuid(1)]])
  })
})

describe('versions', () => {
  it('CL3 a late page changes no newer row', async () => {
    await ingest(replica, frame(1, 1, [asChange('messages', message(1, A, { v: 5, content: 'new' }))]))
    await page(CA, asChange('messages', message(1, A, { v: 4, content: 'old' })))
    expect(await contents()).toEqual({ [uuid(1)]: 'new' })
  })

  it.each(['d', 'x'] as const)('CL3 a late page restores no removed row (%s)', async (op) => {
    await ingest(replica, frame(1, 1, [deletion(1, 3, op)]))
    await page(CA, update(1, 2))
    expect(await contents()).toEqual({})
  })

  it('CL3 stores a row that is visible again, and deletes its tombstone', async () => {
    await ingest(replica, frame(1, 2, [update(1, 1), deletion(1, 2, 'x')]))
    await ingest(replica, frame(3, 3, [update(1, 3)]))
    expect([await threadIds(replica, A), await replica.tombstones.count()]).toEqual([[uuid(1)], 0])
  })

  it('deletes tombstones after a day, because no page can arrive that late', async () => {
    await ingest(replica, frame(1, 1, [deletion(1, 3)]))
    const { at } = (await replica.tombstones.toArray())[0] ?? { at: 0 }
    await forgetOldTombstones(replica, at + 86_400_000)
    expect(await replica.tombstones.count()).toBe(1)
    await forgetOldTombstones(replica, at + 86_400_001)
    expect(await replica.tombstones.count()).toBe(0)
  })
})

describe('held threads', () => {
  beforeEach(() => replica.streams.put(readyStream('w')))

  it('CL4 drops messages of a thread that is not held, and keeps the thread row', async () => {
    const row = thread(A, 1, { last_message_preview: 'hello', provider_unread: 1 })
    await ingest(replica, frame(1, 2, [update(1), asChange('threads', row)], 'w'))
    expect(await replica.messages.count()).toBe(0)
    expect(await replica.threads.get(A)).toMatchObject({ last_message_preview: 'hello', provider_unread: 1 })
  })

  it('CL4 keeps messages from the oldest one without a gap', async () => {
    await replica.held.put({ client_id: A, from: `${timestamp(5)}|${uuid(5)}`, opened_at: 1, ready: true })
    await ingest(replica, frame(1, 3, [update(4), update(5), update(6)], 'w'))
    expect(await threadIds(replica, A)).toEqual([uuid(5), uuid(6)])
  })
})

function withoutStreams(row: StoredRow): object {
  const wire: Partial<StoredRow> = { ...row }
  delete wire._s
  return wire
}

describe('any division of a log into frames', () => {
  it.each(seeds(10, 100))('CL3 replays and overlaps converge to the same replica (seed %i)', async (seed) => {
    const random = seeded(seed)
    await replica.streams.put(readyStream('w'))
    // A is held from its start, C from its middle, and B is not held.
    const C = uuid(103)
    await replica.held.bulkPut([
      { client_id: A, from: null, opened_at: 1, ready: true },
      { client_id: C, from: `${timestamp(10)}|${uuid(10)}`, opened_at: 2, ready: true },
    ])
    const log = randomLog(random, 90, [A, B, C])
    for (const one of randomFrames(random, 'w', log)) {
      const before = await cursor('w')
      const done = await ingest(replica, one)
      expect(done).toEqual({ is: 'stored', cursor: Math.max(before ?? 0, one.to) })
      if (random.chance(0.3)) await ingest(replica, frameOf('w', log, 1, random.int(1, one.to)))
      if (random.chance(0.2)) {
        // A late page: its row has the state of an earlier change.
        const past = log[random.int(0, one.to - 1)]
        if (past?.change.op === 'u') await page('w', past.change)
      }
    }
    const strip = (rows: StoredRow[]) => new Map(rows.map((row) => [row.id, withoutStreams(row)]))
    const expected = new Map(
      [...finalRows(log, 'messages')].filter(([, row]) => {
        const { client_id, created_at } = row as ReturnType<typeof message>
        return client_id === A || (client_id === C && created_at >= timestamp(10))
      }),
    )
    expect(strip(await replica.messages.toArray())).toEqual(expected)
    expect(strip(await replica.threads.toArray())).toEqual(finalRows(log, 'threads'))
    expect(await cursor('w')).toBe(log.length)
  })

  it.each(seeds(2, 20))(
    'CL1 the cursor is never ahead of the rows after an abort (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      const log = randomLog(random, 60, [A])
      let writes = 0
      let failAt = Infinity
      const count = (): undefined => {
        writes += 1
        if (writes === failAt) throw new Dexie.AbortError('the browser gave up')
      }
      for (const table of [replica.messages, replica.threads, replica.tombstones]) {
        table.hook('creating', count)
        table.hook('deleting', count)
      }
      replica.streams.hook('updating', count)
      for (const one of randomFrames(random, CA, log)) {
        failAt = writes + random.int(1, 6)
        await ingest(replica, one).catch(() => undefined)
        const at = (await cursor()) ?? 0
        const now = finalRows(log.slice(0, at), 'messages')
        const rows = await replica.messages.toArray()
        expect(new Map(rows.map((row) => [row.id, row.content]))).toEqual(
          new Map([...now].map(([id, row]) => [id, (row as { content: string }).content])),
        )
        failAt = Infinity
        await ingest(replica, frameOf(CA, log, at + 1, Math.max(one.to, at + 1)))
      }
    },
  )
})
