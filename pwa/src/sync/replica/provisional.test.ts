// The server's database is restored under the same epoch, and devices have newer rows from responses.
import { liveQuery } from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { ModelServer, type TestUser } from '../../testing/servers/model-server'
import { freshReplica, threadIds } from '../../testing/sync/replicas'
import { uuid } from '../../testing/servers/wire-rows'
import { testEnvironment, type TestEnvironment } from '../../testing/sync/device-environment'
import { startSync, type SyncHandle } from '../index'

const A = uuid(101)
const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }
const bo: TestUser = { id: uuid(902), role: 'admin', clientId: null }

let server: ModelServer
let replica: Replica
let environment: TestEnvironment
let handle: SyncHandle

beforeEach(() => {
  server = new ModelServer()
  replica = freshReplica()
})
afterEach(() => handle.stop())

async function start(user: TestUser): Promise<void> {
  environment = testEnvironment(server, user)
  handle = startSync({ userId: user.id, replica, build: '1', requests: environment.requests }, environment)
  await live()
}
const live = () => vi.waitFor(() => expect(handle.status.get().link.is).toBe('live'), 5_000)
const write = (n: number) => server.send(bo, { id: uuid(n), client_id: A, content: `text ${n}` })
const shown = () => threadIds(replica, A)
/** Closes the connection and prevents a new one, while HTTP requests still succeed. */
async function cut(): Promise<void> {
  environment.access = { is: 'unknown' }
  server.hangUp(1006)
  await vi.waitFor(() => expect(handle.status.get().link.is).not.toBe('live'))
}
async function connect(): Promise<void> {
  environment.access = { is: 'token', token: 'token', exp: 9_999_999_999 }
  environment.page.emit('online')
  await live()
}
async function sendAndStore(n: number): Promise<void> {
  await handle.enqueue({ kind: 'messages.send', body: { id: uuid(n), client_id: A, content: `text ${n}` } })
  await handle.flushNow()
  await vi.waitFor(async () =>
    expect([await replica.outbox.count(), (await shown()).includes(uuid(n))]).toEqual([0, true]),
  )
}
/** Takes a backup. The returned function restores it: later messages and log entries are lost. */
function backup(): () => void {
  const [messages, logs] = [
    new Map(server.messages),
    new Map([...server.logs].map(([s, log]) => [s, [...log]])),
  ]
  return () => {
    server.messages.clear()
    for (const [id, row] of messages) server.messages.set(id, row)
    for (const [s, log] of server.logs) log.splice(0, log.length, ...(logs.get(s) ?? []))
  }
}

it('CL14 a message that only a response has confirmed is removed after a restore', async () => {
  write(1)
  await start(ana)
  const restore = backup()
  await cut()
  await sendAndStore(2)
  expect(await shown()).toEqual([uuid(1), uuid(2)])
  restore()
  await connect()
  await vi.waitFor(async () => expect(await shown()).toEqual([uuid(1)]))
  write(3)
  await vi.waitFor(async () => expect(await shown()).toEqual([uuid(1), uuid(3)]))
})

it('CL14 without a restore, the row of a response never disappears', async () => {
  write(1)
  await start(ana)
  await cut()
  await sendAndStore(2)
  const counts: number[] = []
  const watch = liveQuery(shown).subscribe((ids) => counts.push(ids.length))
  await connect()
  await vi.waitFor(async () => expect(await replica.provisional.count()).toBe(0))
  watch.unsubscribe()
  expect([await shown(), new Set(counts)]).toEqual([[uuid(1), uuid(2)], new Set([2])])
})

it('CL14 a row that only a response has changed is reverted after a restore', async () => {
  write(1)
  await start(ana)
  const before = await replica.threads.get(A)
  const restore = backup()
  await cut()
  await handle.enqueue({ kind: 'threads.read', body: { id: A, read_to: uuid(1) } })
  await vi.waitFor(async () => expect((await replica.threads.get(A))?.v).toBeGreaterThan(before?.v ?? 0))
  restore()
  await connect()
  await vi.waitFor(async () => expect(await replica.threads.get(A)).toEqual(before))
})

it('CL14 keeps a page of history that is older than messages of the stream', async () => {
  for (let n = 1; n <= 230; n += 1) write(n)
  await start(ana)
  expect([(await shown()).length, await handle.loadOlder(A), (await shown()).length]).toEqual([
    200,
    'start',
    230,
  ])
  const counts: number[] = []
  const watch = liveQuery(shown).subscribe((ids) => counts.push(ids.length))
  await cut()
  await connect()
  write(231)
  await vi.waitFor(() => expect(counts).toContain(231))
  watch.unsubscribe()
  expect(new Set(counts)).toEqual(new Set([230, 231]))
})

it('CL14 loads a first page again if the stream has confirmed none of its messages', async () => {
  for (let n = 1; n <= 60; n += 1) write(n)
  await start(bo)
  const restore = backup()
  await cut()
  write(61)
  await handle.holdThread(A)
  expect((await shown()).length).toBe(50)
  restore()
  await connect()
  await vi.waitFor(async () =>
    expect(await shown()).toEqual(
      server
        .thread(A)
        .slice(-50)
        .map(({ id }) => id),
    ),
  )
  write(62)
  await vi.waitFor(async () => expect((await shown()).at(-1)).toBe(uuid(62)))
})

it('CL14 a row is not provisional after its change arrives on the same connection', async () => {
  write(1)
  await start(ana)
  await sendAndStore(2)
  await vi.waitFor(async () => expect(await replica.provisional.count()).toBe(0))
})
