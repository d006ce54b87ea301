// First loads: the position comes before the rows, loads are resumable, and older rows never replace newer
// ones.
import { liveQuery } from 'dexie'
import { beforeEach, describe, expect, it } from 'vitest'

import { type Changes, followTables, mergeChanges } from '../../db/follow'
import { atomically } from '../../db/open'
import type { Replica } from '../../db/schema'
import { ModelServer, type TestUser } from '../../testing/servers/model-server'
import { freshReplica, threadIds } from '../../testing/sync/replicas'
import { uuid } from '../../testing/servers/wire-rows'
import { applyChanges, asChange, syncedTables } from './apply'
import { loadStream } from './bootstrap'
import { type Endpoints, Unreachable } from '../protocol/endpoints'
import type { RunInOrder } from '../../lib/work-queue'
import { ingest, resetStream } from './ingest'

const A = uuid(101)
const CA = `c:${A}`
const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }

const runNow: RunInOrder = (work) => work()

let replica: Replica
let server: ModelServer
let endpoints: Endpoints
beforeEach(() => {
  replica = freshReplica()
  server = new ModelServer()
  endpoints = server.endpointsFor(ana)
})
const write = (from: number, to: number) => {
  for (let n = from; n <= to; n += 1) server.send(ana, { id: uuid(n), client_id: A, content: `text ${n}` })
}
const frame = (from: number) => {
  const log = server.log(CA)
  return ingest(replica, {
    t: 'ch',
    s: CA,
    from,
    to: log.length,
    at: `at-${log.length}`,
    d: log.slice(from - 1),
  })
}

describe('loadStream', () => {
  it('BO1 returns the cursor from before the rows; later changes arrive as frames', async () => {
    write(1, 3)
    const slow: Endpoints = {
      ...endpoints,
      rows: async (...query) => {
        const page = await endpoints.rows(...query)
        if (query[1] === 'messages') {
          server.remove(uuid(2))
          write(4, 4)
        }
        return page
      },
    }
    const stream = await loadStream(replica, slow, CA, runNow)
    expect(stream).toMatchObject({ s: CA, e: 'k1', cursor: 6, mode: 'ready', loading: null })
    expect(await threadIds(replica, A)).toEqual([uuid(1), uuid(2), uuid(3)])
    await frame(stream.cursor + 1)
    expect(await threadIds(replica, A)).toEqual([uuid(1), uuid(3), uuid(4)])
  })

  it('BO1 a delayed load stores nothing over a load that has finished meanwhile', async () => {
    write(1, 3)
    let arrives = (): void => undefined
    const delay = new Promise<void>((resolve) => (arrives = resolve))
    const hung: Endpoints = {
      ...endpoints,
      bootstrap: async (s) => (await Promise.all([endpoints.bootstrap(s), delay]))[0],
    }
    const late = loadStream(replica, hung, CA, runNow)
    const done = await loadStream(replica, endpoints, CA, runNow)
    arrives()
    await expect(late).rejects.toEqual(new Unreachable('busy'))
    expect(await replica.streams.get(CA)).toEqual(done)
    write(4, 4)
    expect(await frame(done.cursor + 1)).toEqual({ is: 'stored', cursor: done.cursor + 2 })
  })

  it('reports every stored row to the subscribers of a table, for any page size', async () => {
    write(1, 180)
    await replica.open()
    let changes: Changes = new Map()
    const unfollow = followTables(replica, ['messages'], (more) => {
      changes = mergeChanges(changes, more)
    })
    await loadStream(replica, endpoints, CA, runNow)
    unfollow()
    expect(changes.get('messages')).toEqual(new Set(await threadIds(replica, A)))
  })

  it('BO1 continues an interrupted load with its old cursor', async () => {
    write(1, 3)
    let calls = 0
    const cut: Endpoints = {
      ...endpoints,
      rows: (...query) =>
        (calls += 1) === 2
          ? Promise.resolve({ is: 'later', why: 'network', after: 0 })
          : endpoints.rows(...query),
    }
    await expect(loadStream(replica, cut, CA, runNow)).rejects.toBeInstanceOf(Unreachable)
    expect(await replica.streams.get(CA)).toMatchObject({
      mode: 'loading',
      loading: { tables: ['messages'], after: null, unsure: [] },
    })
    server.remove(uuid(1))
    const stream = await loadStream(replica, endpoints, CA, runNow)
    expect(stream.cursor).toBe(6)
    await frame(stream.cursor + 1)
    expect(await threadIds(replica, A)).toEqual([uuid(2), uuid(3)])
  })

  it('BO6 removes the row of an earlier response if it was deleted meanwhile, and keeps the row of a later one', async () => {
    write(1, 3)
    const storeResponse = async (n: number) => {
      const row = server.messages.get(uuid(n))
      if (row)
        await atomically(replica, syncedTables(replica), () =>
          applyChanges(replica, CA, [asChange('messages', row)]),
        )
    }
    await storeResponse(1)
    await storeResponse(2)
    server.remove(uuid(1))
    let calls = 0
    const cut: Endpoints = {
      ...endpoints,
      rows: async (...query) => {
        calls += 1
        if (calls === 2) return { is: 'later', why: 'network', after: 0 }
        return endpoints.rows(...query)
      },
    }
    await expect(loadStream(replica, cut, CA, runNow)).rejects.toBeInstanceOf(Unreachable)
    const late: Endpoints = {
      ...endpoints,
      rows: async (...query) => {
        const page = await endpoints.rows(...query)
        write(4, 4)
        await storeResponse(4)
        return page
      },
    }
    const shown: string[][] = []
    const screen = liveQuery(() => threadIds(replica, A)).subscribe((ids) => shown.push(ids))
    await loadStream(replica, late, CA, runNow)
    screen.unsubscribe()
    expect(await threadIds(replica, A)).toEqual([uuid(2), uuid(3), uuid(4)])
    expect(shown.every((ids) => ids.includes(uuid(2)))).toBe(true)
    expect(await replica.tombstones.count()).toBe(0)
  })

  it('BO4 holds a client’s thread from the oldest of its last 200 messages', async () => {
    write(1, 230)
    await loadStream(replica, endpoints, CA, runNow)
    const [oldest] = server.thread(A).slice(-200)
    expect(await replica.held.get(A)).toMatchObject({
      ready: true,
      from: `${oldest?.created_at ?? ''}|${uuid(31)}`,
    })
  })

  it('BO4 holds a short thread and an empty thread from the start', async () => {
    await loadStream(replica, endpoints, CA, runNow)
    expect(await replica.held.get(A)).toMatchObject({ ready: true, from: null })
  })

  it('CU6 a load stores nothing after a reset of its stream', async () => {
    write(1, 3)
    const reset: Endpoints = {
      ...endpoints,
      rows: async (...query) => {
        const page = await endpoints.rows(...query)
        if (query[1] === 'messages') await resetStream(replica, CA)
        return page
      },
    }
    await expect(loadStream(replica, reset, CA, runNow)).rejects.toStrictEqual(new Unreachable('busy'))
    expect([await replica.messages.count(), await replica.streams.count()]).toEqual([0, 0])
  })

  it('BO5 does not load a stream that the user may not follow', async () => {
    const none: Endpoints = {
      ...endpoints,
      bootstrap: () => Promise.resolve({ is: 'rejected', code: 'not_found', message: '' }),
    }
    await expect(loadStream(replica, none, CA, runNow)).rejects.toMatchObject({ why: 'rejected' })
    expect(await replica.streams.count()).toBe(0)
  })
})
