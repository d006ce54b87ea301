// CL4: held threads: their first page, their older pages, and their eviction.
import { beforeEach, describe, expect, it } from 'vitest'

import type { Replica } from '../../db/schema'
import { ModelServer, type TestUser } from '../../testing/servers/model-server'
import { freshReplica, readyStream, threadIds } from '../../testing/sync/replicas'
import { message, uuid } from '../../testing/servers/wire-rows'
import { Unreachable } from '../protocol/endpoints'
import type { MessageEndpoints } from '../../synced/messaging/endpoints'
import { requestsOver } from '../../synced/messaging/requests'
import { evict, fillThreads, holdThread, loadOlder } from './held-threads'
import { ingest, resetStream } from './ingest'

const [A, B, C] = [uuid(101), uuid(102), uuid(103)]
const bo: TestUser = { id: uuid(902), role: 'admin', clientId: null }
const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => uuid(from + i))

let replica: Replica
let server: ModelServer
let endpoints: MessageEndpoints
beforeEach(async () => {
  replica = freshReplica()
  server = new ModelServer()
  endpoints = server.endpointsFor(bo)
  await replica.meta.put({ k: 'role', value: 'admin' })
})
const write = (from: number, to: number) => {
  for (let n = from; n <= to; n += 1) server.send(bo, { id: uuid(n), client_id: A, content: `text ${n}` })
}
/** Stores the changes since the cursor. */
async function storeNewChanges(): Promise<void> {
  const log = server.log('w')
  const { cursor } = (await replica.streams.get('w')) ?? { cursor: 0 }
  await ingest(replica, { t: 'ch', s: 'w', from: cursor + 1, to: log.length, at: 'x', d: log.slice(cursor) })
}
const atHead = () => replica.streams.put(readyStream('w', server.log('w').length))

describe('holding a thread', () => {
  it('CL4 loads the newest page and then every older one, without a gap', async () => {
    write(1, 180)
    await atHead()
    await holdThread(replica, requestsOver(endpoints), A)
    expect(await threadIds(replica, A)).toEqual(ids(131, 180))
    write(181, 182)
    await storeNewChanges()
    expect(await loadOlder(replica, requestsOver(endpoints), A)).toBe('more')
    expect(await threadIds(replica, A)).toEqual(ids(31, 182))
    expect(await loadOlder(replica, requestsOver(endpoints), A)).toBe('start')
    expect(await threadIds(replica, A)).toEqual(ids(1, 182))
    expect(await loadOlder(replica, requestsOver(endpoints), A)).toBe('start')
  })

  it('CL4 messages that arrive during the request of a page leave no gap', async () => {
    write(1, 10)
    await atHead()
    const slow: MessageEndpoints = {
      ...endpoints,
      olderMessages: async (...query) => {
        const page = await endpoints.olderMessages(...query)
        write(11, 12)
        await storeNewChanges()
        return page
      },
    }
    await holdThread(replica, requestsOver(slow), A)
    expect(await threadIds(replica, A)).toEqual(ids(1, 12))
  })

  it('CL4 removes messages of frames that are older than the page, because there is a gap between them', async () => {
    await atHead()
    await replica.held.put({ client_id: A, from: null, opened_at: 1, ready: false })
    write(1, 5)
    await storeNewChanges()
    write(6, 70)
    await holdThread(replica, requestsOver(endpoints), A)
    expect(await threadIds(replica, A)).toEqual(ids(21, 70))
  })

  it('CL4 does not join a page that was requested before a reset to later rows', async () => {
    write(1, 3)
    await atHead()
    const late: MessageEndpoints = {
      ...endpoints,
      olderMessages: async (...query) => {
        const page = await endpoints.olderMessages(...query)
        await resetStream(replica, 'w')
        write(4, 5)
        await replica.streams.put({ ...readyStream('w', server.log('w').length), load: 'load-2' })
        return page
      },
    }
    await holdThread(replica, requestsOver(late), A)
    expect([await threadIds(replica, A), (await replica.held.get(A))?.ready]).toEqual([[], false])
    await fillThreads(replica, requestsOver(endpoints))
    expect(await threadIds(replica, A)).toEqual(ids(1, 5))
  })

  it('remembers a thread that is opened offline, and loads it later', async () => {
    write(1, 3)
    await atHead()
    const off: MessageEndpoints = {
      ...endpoints,
      olderMessages: () => Promise.resolve({ is: 'later', why: 'network', after: 0 }),
    }
    await holdThread(replica, requestsOver(off), A)
    await expect(loadOlder(replica, requestsOver(off), A)).rejects.toStrictEqual(new Unreachable('network'))
    await fillThreads(replica, requestsOver(endpoints))
    expect(await threadIds(replica, A)).toEqual(ids(1, 3))
  })
})

describe('eviction', () => {
  it('CL4 evicts the least recently opened threads first, and never the last opened one', async () => {
    for (const [i, client] of [A, B, C].entries()) {
      await replica.held.put({ client_id: client, from: null, opened_at: i, ready: true })
      for (let n = 1; n <= 10; n += 1)
        await replica.messages.put({ ...message(i * 10 + n, client), _s: ['w'] })
    }
    await evict(replica, 20)
    expect(await replica.held.orderBy('opened_at').primaryKeys()).toEqual([B, C])
    await evict(replica, 5)
    expect([await replica.held.toCollection().primaryKeys(), await replica.messages.count()]).toEqual([
      [C],
      10,
    ])
  })

  it('reloads only the last opened threads', async () => {
    write(1, 1)
    await atHead()
    for (let i = 0; i < 15; i += 1)
      await replica.held.put({ client_id: uuid(200 + i), from: null, opened_at: i, ready: false })
    await fillThreads(replica, requestsOver(endpoints))
    const held = await replica.held.orderBy('opened_at').toArray()
    expect([held.length, held[0]?.opened_at, held.every((one) => one.ready)]).toEqual([10, 5, true])
  })
})
