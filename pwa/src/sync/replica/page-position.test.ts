// The server's database is restored under the same epoch, and devices have read pages of rows that no longer
// exist.
import { liveQuery } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { ModelServer, type TestUser } from '../../testing/servers/model-server'
import { copyOf } from '../../testing/servers/copied-store'
import { freshReplica, threadIds } from '../../testing/sync/replicas'
import { seeded, seeds } from '../../testing/seeded-random'
import { uuid } from '../../testing/servers/wire-rows'
import { testEnvironment, type TestEnvironment } from '../../testing/sync/device-environment'
import { startSync, type SyncHandle } from '../index'

const A = uuid(101)
const CA = `c:${A}`
const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }
const bo: TestUser = { id: uuid(902), role: 'admin', clientId: null }

let server: ModelServer
let replica: Replica
let environment: TestEnvironment
let handle: SyncHandle

beforeEach(() => {
  server = new ModelServer()
  replica = freshReplica()
  environment = testEnvironment(server, ana)
})
afterEach(() => handle.stop())

const start = () =>
  (handle = startSync({ userId: ana.id, replica, build: '1', requests: environment.requests }, environment))
const write = (n: number) => server.send(bo, { id: uuid(n), client_id: A, content: `text ${n}` })
const serverIds = () => server.thread(A).map(({ id }) => id)
/** Closes the socket and prevents a new one, while HTTP requests still succeed. */
function cut(): void {
  environment.access = { is: 'unknown' }
  server.hangUp(1006)
}
function connect(): void {
  environment.access = { is: 'token', token: 'token', exp: 9_999_999_999 }
  environment.page.emit('online')
}
async function expectSameAsServer(): Promise<void> {
  await vi.waitFor(async () => {
    expect([handle.status.get().link.is, await threadIds(replica, A)]).toEqual(['live', serverIds()])
    const [latest] = server
      .log(CA)
      .filter(({ tbl }) => tbl === 'threads')
      .slice(-1)
    const row = await replica.threads.get(A)
    expect(row?.last_message_preview).toBe(
      latest?.op === 'u' && 'last_message_preview' in latest.row
        ? latest.row.last_message_preview
        : undefined,
    )
  }, 10_000)
}
/** Runs `before` and `after` around the request of the first page of messages of the client's stream. */
function aroundMessages({ before, after }: { before?: () => void; after?: () => void }): void {
  const reliable = { ...environment.endpoints }
  environment.endpoints.rows = async (...query) => {
    if (query[1] !== 'messages') return reliable.rows(...query)
    Object.assign(environment.endpoints, reliable)
    before?.()
    const page = await reliable.rows(...query)
    after?.()
    return page
  }
}
/** The first load is stored, and no frame has come after it. */
async function loadWithoutFrames(before: () => void): Promise<void> {
  aroundMessages({ before, after: cut })
  start()
  await vi.waitFor(async () =>
    expect(await replica.streams.get(CA)).toMatchObject({ mode: 'ready', cursor: 2 }),
  )
}

describe('BO8 a row of a page that is newer than the cursor is removed after a restore', () => {
  it.each([0, 1, 3])('when %i messages were written since the restore', async (since) => {
    write(1)
    const restore = copyOf(server)
    await loadWithoutFrames(() => write(2))
    expect(await threadIds(replica, A)).toEqual([uuid(1), uuid(2)])
    restore()
    for (let n = 0; n < since; n += 1) write(3 + n)
    connect()
    await expectSameAsServer()
    write(9)
    await expectSameAsServer()
  })
})

it('BO8 a row that was deleted before its page was read reappears after a restore', async () => {
  write(1)
  const restore = copyOf(server)
  await loadWithoutFrames(() => server.remove(uuid(1)))
  expect(await threadIds(replica, A)).toEqual([])
  restore()
  connect()
  await expectSameAsServer()
  expect(await threadIds(replica, A)).toEqual([uuid(1)])
})

it('BO7 a load starts again if the store is restored between its pages, even if the log is longer by then', async () => {
  write(1)
  const restore = copyOf(server)
  const reliable = { ...environment.endpoints }
  environment.endpoints.rows = (...query) => {
    if (query[1] === 'threads') write(2)
    return reliable.rows(...query)
  }
  aroundMessages({
    before: () => {
      Object.assign(environment.endpoints, reliable)
      restore()
      server.takeBack(bo, uuid(1), A)
      server.remove(uuid(1))
    },
  })
  start()
  await expectSameAsServer()
})

it('BO8 without a restore, loads nothing twice, and removes no row from the screen', async () => {
  write(1)
  const loads = vi.spyOn(environment.endpoints, 'bootstrap')
  await loadWithoutFrames(() => write(2))
  const counts: number[] = []
  const watch = liveQuery(() => threadIds(replica, A)).subscribe((ids) => counts.push(ids.length))
  connect()
  await expectSameAsServer()
  watch.unsubscribe()
  expect([loads.mock.calls.filter(([s]) => s === CA).length, new Set(counts)]).toEqual([1, new Set([2])])
})

it('BO8 sends the position of the pages until the cursor has passed it', async () => {
  write(1)
  await loadWithoutFrames(() => write(2))
  connect()
  await expectSameAsServer()
  server.hangUp(1006)
  await vi.waitFor(() => expect(server.hellos).toHaveLength(3))
  expect(server.hellos.map((subs) => subs.find(({ s }) => s === CA))).toEqual([
    undefined,
    { s: CA, e: 'k1', c: 2, at: 'at-2', seen: { c: 4, at: 'at-4' } },
    { s: CA, e: 'k1', c: 4, at: 'at-4' },
  ])
})

it('BO8 follows a server that sends no positions', async () => {
  server.sendsPositions = false
  write(1)
  await loadWithoutFrames(() => write(2))
  connect()
  await expectSameAsServer()
  expect(await replica.streams.get(CA)).toMatchObject({ cursor: 4, at: 'at-4' })
})

describe('a load under random events', () => {
  it.each(seeds(3, 40))(
    'BO7 BO8 CU3 CU5 the device ends with the rows of the server (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      let n = 0
      let epochs = 1
      let restore = copyOf(server)
      const causeRandomEvent = (): void => {
        const action = random.int(0, 9)
        if (action <= 2) write((n += 1))
        if (action === 3) server.remove(random.pick([...server.messages.keys(), 'none']))
        if (action === 4) restore = copyOf(server)
        if (action === 5 || action === 6) {
          // A backup is restored while no server process runs.
          server.hangUp(1012)
          restore()
        }
        if (action === 7) server.hangUp(1006)
        // CU4: the next connection loads every stream again.
        if (action >= 8) server.epoch = `k${(epochs += 1)}`
      }
      const reliable = { ...environment.endpoints }
      environment.endpoints.rows = async (...query) => {
        if (random.chance(0.5)) causeRandomEvent()
        const page = await reliable.rows(...query)
        if (random.chance(0.5)) causeRandomEvent()
        return page
      }
      start()
      for (let i = 0; i < 40; i += 1) {
        causeRandomEvent()
        if (random.chance(0.5)) await new Promise((resolve) => setTimeout(resolve, random.int(0, 8)))
        if (random.chance(0.1)) {
          await handle.stop()
          start()
        }
      }
      Object.assign(environment.endpoints, reliable)
      await expectSameAsServer()
    },
    20_000,
  )
})
