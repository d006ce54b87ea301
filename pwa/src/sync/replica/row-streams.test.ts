// The streams of a row: it stays until its last stream is revoked, is reset or lost the row.
import { beforeEach, describe, expect, it } from 'vitest'

import { timestamp, uuid } from '../../testing/servers/wire-rows'
import { A, CA, cursor, deletion, frame, replica, update } from '../../testing/sync/message-frames'
import { readyStream } from '../../testing/sync/replicas'
import { ingest, keepOnly, resetStream, revokeStream } from './ingest'

describe('streams of a row', () => {
  const W = 'w'
  beforeEach(async () => {
    await replica.streams.put(readyStream(W))
    await replica.held.put({ client_id: A, from: null, opened_at: 1, ready: true })
  })

  it('CL10 keeps a row until its last stream is removed', async () => {
    await ingest(replica, frame(1, 1, [update(1)]))
    await ingest(replica, frame(1, 1, [update(1)], W))
    await ingest(replica, frame(2, 2, [update(2)], W))
    expect((await replica.messages.get(uuid(1)))?._s).toEqual([CA, W])
    await revokeStream(replica, W)
    expect(await replica.messages.toCollection().primaryKeys()).toEqual([uuid(1)])
    await revokeStream(replica, CA)
    expect([await replica.messages.count(), await replica.streams.count()]).toEqual([0, 0])
  })

  it('CL10 keeps a row that left one stream for the other stream', async () => {
    await ingest(replica, frame(1, 1, [update(1)]))
    await ingest(replica, frame(1, 1, [update(1)], W))
    await ingest(replica, frame(2, 2, [deletion(1, 1, 'x')]))
    expect((await replica.messages.get(uuid(1)))?._s).toEqual([W])
  })

  it('CL3 CL10 an older change adds no stream, because its stream may have lost the row since', async () => {
    await ingest(replica, frame(1, 1, [update(1, 5)], W))
    await ingest(replica, frame(1, 1, [update(1, 3)]))
    expect((await replica.messages.get(uuid(1)))?._s).toEqual([W])
    await ingest(replica, frame(2, 2, [deletion(1, 4, 'x')]))
    await revokeStream(replica, W)
    expect(await replica.messages.count()).toBe(0)
  })

  it('CL3 CL10 an older change deletes no tombstone; a change of the same version does, and adds its stream', async () => {
    await ingest(replica, frame(1, 1, [update(1, 9)], W))
    await ingest(replica, frame(1, 2, [deletion(2, 1), deletion(1, 9, 'x')]))
    await ingest(replica, frame(2, 2, [update(1, 12)], W))
    await ingest(replica, frame(3, 3, [update(1, 11)]))
    expect([(await replica.messages.get(uuid(1)))?._s, await replica.tombstones.count()]).toEqual([[W], 2])
    await ingest(replica, frame(4, 4, [update(1, 12)]))
    expect([(await replica.messages.get(uuid(1)))?._s, await replica.tombstones.count()]).toEqual([
      [W, CA],
      1,
    ])
  })

  it('CL10 a reset keeps outbox, drafts, other streams and the list of held threads', async () => {
    await replica.drafts.put({ id: A, text: 'half a thou' })
    await replica.meta.put({ k: 'role', value: 'admin' })
    await replica.outbox.put({
      id: uuid(70),
      lane: A,
      n: 1,
      kind: 'messages.send',
      body: { id: uuid(70), client_id: A, content: 'x' },
      created_at: timestamp(1),
      state: 'queued',
      attempts: 0,
      next_at: 0,
      lease: null,
      error: null,
      unconfirmed: false,
    })
    await ingest(replica, frame(1, 2, [update(1), deletion(3, 9)], W))
    await ingest(replica, frame(1, 1, [update(2)]))
    await resetStream(replica, W)
    expect(await replica.messages.toCollection().primaryKeys()).toEqual([uuid(2)])
    expect(await replica.streams.toCollection().primaryKeys()).toEqual([CA])
    expect(await replica.held.get(A)).toMatchObject({ ready: false, from: null })
    const left = [replica.outbox, replica.drafts, replica.meta, replica.tombstones].map((table) =>
      table.count(),
    )
    expect(await Promise.all(left)).toEqual([1, 1, 1, 0])
  })

  it('CL10 removes the rows of a stream that is no longer listed', async () => {
    await ingest(replica, frame(1, 1, [update(1)], W))
    await keepOnly(replica, [CA])
    expect([await replica.messages.count(), await cursor(W), await cursor(CA)]).toEqual([0, undefined, 0])
  })
})
