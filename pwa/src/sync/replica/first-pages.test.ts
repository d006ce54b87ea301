// The first pages of all tables are requested at once, and count only if the server read them at one position.
import { beforeEach, expect, it, vi } from 'vitest'

import { atomically } from '../../db/open'
import type { Replica } from '../../db/schema'
import { ModelServer, type TestUser } from '../../testing/servers/model-server'
import { freshReplica, threadIds } from '../../testing/sync/replicas'
import { copyOf } from '../../testing/servers/copied-store'
import { uuid } from '../../testing/servers/wire-rows'
import { syncedTables } from './apply'
import { applyResponseRows } from './apply-response'
import { loadStream } from './bootstrap'
import type { RunInOrder } from '../../lib/work-queue'
import { type Answer, type Endpoints, type LoadPage, Unreachable } from '../protocol/endpoints'

const A = uuid(101)
const CA = `c:${A}`
const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }

let replica: Replica
let server: ModelServer
let endpoints: Endpoints
beforeEach(() => {
  replica = freshReplica()
  server = new ModelServer()
  endpoints = server.endpointsFor(ana)
})
const write = (n: number) => server.send(ana, { id: uuid(n), client_id: A, content: `text ${n}` })
const runNow: RunInOrder = (work) => work()
/** Endpoints of a server whose streams have these tables. */
const withTables = (...tables: string[]): Endpoints => ({
  ...endpoints,
  bootstrap: async (s) => {
    const answer = await endpoints.bootstrap(s)
    return answer.is === 'ok' ? ok({ ...answer.value, tables }) : answer
  },
})
const ok = <T>(value: T): Answer<T> => ({ is: 'ok', value })
/** Loads the stream; `afterPage` runs before a page arrives. Returns the stream and the requested pages in order. */
async function load(afterPage: (tbl: string) => unknown) {
  const requested: string[] = []
  const rows: Endpoints['rows'] = async (...query) => {
    requested.push(`${query[1]} ${query[4]?.at ?? ''}`)
    const page = await endpoints.rows(...query)
    await afterPage(query[1])
    return page
  }
  const stream = await loadStream(replica, { ...endpoints, rows }, CA, runNow)
  return { stream, requested }
}

it('BO7 requests the first pages of all tables at once, and each of them once', async () => {
  write(1)
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const waiting: string[] = []
  const loaded = load((tbl) => {
    waiting.push(tbl)
    return arrived
  })
  await vi.waitFor(() => expect(waiting).toEqual(['threads', 'messages']))
  arrive()
  const { stream, requested } = await loaded
  expect(requested).toEqual(['threads at-2', 'messages at-2'])
  expect(stream).toMatchObject({ mode: 'ready', cursor: 2, seen: { c: 2, at: 'at-2' } })
  expect(await threadIds(replica, A)).toEqual([uuid(1)])
})

it('stores pages that have arrived in one transaction, and no row of a table that it does not know', async () => {
  write(1)
  const later = ok({ rows: [{ id: uuid(7), v: 1 }], next: null, c: 2, at: 'at-2' })
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const rows: Endpoints['rows'] = async (...query) => {
    const page = query[1] === 'later' ? later : await endpoints.rows(...query)
    if (query[1] === 'messages') arrive()
    await arrived
    return page
  }
  let transactions = 0
  const runAndCount: RunInOrder = (work) => {
    transactions += 1
    return work()
  }
  const stream = await loadStream(
    replica,
    { ...withTables('threads', 'later', 'messages'), rows },
    CA,
    runAndCount,
  )
  expect(stream).toMatchObject({ mode: 'ready', cursor: 2 })
  expect(await threadIds(replica, A)).toEqual([uuid(1)])
  // The stored stream, the position, the pages, and the end of the load.
  expect(transactions).toBe(4)
})

it('stores a page that has arrived although the next one hangs, and continues after it', async () => {
  write(1)
  let fail = (): void => undefined
  const hung = new Promise<Answer<LoadPage>>((resolve) => {
    fail = () => resolve({ is: 'later', why: 'timeout', after: 0 })
  })
  const requested: string[] = []
  const rows: Endpoints['rows'] = (...query) => {
    requested.push(query[1])
    return query[1] === 'messages' ? hung : endpoints.rows(...query)
  }
  // The pages of one table each are requested four at a time.
  const tables = withTables('threads', 'messages', 'a', 'b', 'c', 'd')
  const load = expect(loadStream(replica, { ...tables, rows }, CA, runNow)).rejects.toEqual(
    new Unreachable('timeout'),
  )
  await vi.waitFor(async () =>
    expect((await replica.streams.get(CA))?.loading?.tables).toEqual(['messages', 'a', 'b', 'c', 'd']),
  )
  fail()
  await load
  expect(requested).toEqual(['threads', 'messages', 'a', 'b', 'c'])
  const stream = await loadStream(replica, tables, CA, runNow)
  expect(stream).toMatchObject({ mode: 'ready', cursor: 2 })
  expect(await threadIds(replica, A)).toEqual([uuid(1)])
})

it('BO7 requests a page again that was read at another position than the page before', async () => {
  write(1)
  const { stream, requested } = await load((tbl) => tbl === 'threads' && write(2))
  expect(requested).toEqual(['threads at-2', 'messages at-2', 'messages at-2'])
  expect(stream).toMatchObject({ mode: 'ready', cursor: 2, seen: { c: 4, at: 'at-4' } })
  expect(await threadIds(replica, A)).toEqual([uuid(1), uuid(2)])
})

it('BO7 a load starts again if the store is restored between two pages that were requested at once', async () => {
  write(1)
  const restore = copyOf(server)
  let send = (): void => undefined
  const threadsRead = new Promise<void>((resolve) => (send = resolve))
  const rows: Endpoints['rows'] = async (...query) => {
    if (query[1] === 'threads') write(2)
    else await threadsRead
    const page = await endpoints.rows(...query)
    if (query[1] === 'threads') {
      restore()
      for (const n of [3, 4]) write(n)
      send()
    }
    return page
  }
  const load = loadStream(replica, { ...endpoints, rows }, CA, runNow)
  await expect(load).rejects.toEqual(new Unreachable('rejected'))
  expect([await replica.streams.count(), await replica.threads.count()]).toEqual([0, 0])
  await loadStream(replica, endpoints, CA, runNow)
  expect(await threadIds(replica, A)).toEqual([uuid(1), uuid(3), uuid(4)])
  expect(await replica.threads.get(A)).toMatchObject({ last_message_preview: 'text 4' })
})

it('CL14 a page does not confirm a newer version that a response has stored', async () => {
  write(1)
  write(2)
  const storeNewerVersion = async () => {
    const row = server.messages.get(uuid(1))
    if (row === undefined) throw new Error('no row')
    await atomically(replica, syncedTables(replica), async () => {
      await applyResponseRows(replica, CA, 'messages', [{ ...row, v: row.v + 9 }])
    })
  }
  await load((tbl) => tbl === 'messages' && storeNewerVersion())
  // After a restore, the page's row replaces the version of the response.
  expect(await replica.provisional.toArray()).toMatchObject([
    { s: CA, tbl: 'messages', id: uuid(1), before: { content: 'text 1', _s: [CA] } },
  ])
})
