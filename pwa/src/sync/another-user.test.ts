// Two users share a browser, and a tab of one has not noticed that the other has signed in. Runs the real
// browser code with a stored session, and a server in memory behind HTTP and the socket.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.hoisted(() => vi.stubGlobal('location', { host: 'portal.example', origin: 'https://portal.example' }))
vi.mock('../api/auth/auth', async (actual) => ({ ...(await actual<object>()), subscribeSession: vi.fn() }))
vi.mock('./connection/socket', () => ({ openSocket: vi.fn() }))
vi.mock('./tabs/page-events', async () => ({
  browserPage: (await import('../testing/sync/device-environment')).testPage(),
  registerBackgroundSync: vi.fn(),
}))

import { subscribeSession } from '../api/auth/auth'
import { authStorage } from '../api/auth/storage'
import { storageKey } from '../api/auth/session-store'
import type { MessageBody } from '../db/rows/outbox'
import { Replica } from '../db/schema'
import { ModelServer, type TestUser } from '../testing/servers/model-server'
import { tokenOf } from '../testing/tokens'
import { TusServer } from '../testing/servers/tus-server'
import { uuid } from '../testing/servers/wire-rows'
import type { TestPage } from '../testing/sync/device-environment'
import type { Answer } from './protocol/endpoints'
import { startSync, type SyncHandle } from './index'
import { pageRequests } from '../synced/messaging/requests'
import { changeEntry } from './outbox/store'
import { browserPage } from './tabs/page-events'
import { openSocket } from './connection/socket'

const A = uuid(101)
const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }
const bo: TestUser = { id: uuid(902), role: 'admin', clientId: null }

const END = 9_999_999_999

let server: ModelServer
let files: TusServer
let replica: Replica
let handle: SyncHandle
/** The user whose token each message had, and the message's text. */
let posted: [person: string, content: string][]
let notify: (what: 'signed-in' | 'signed-out') => void

beforeEach(async () => {
  server = new ModelServer()
  files = new TusServer()
  posted = []
  vi.mocked(subscribeSession).mockImplementation((_userId, watcher) => {
    notify = watcher
    return () => undefined
  })
  vi.mocked(openSocket).mockImplementation(server.socketFor(ana))
  vi.stubGlobal('fetch', answer)
  replica = new Replica(ana.id)
  await signIn(ana)
  handle = startSync({
    userId: ana.id,
    replica,
    build: '1',
    requests: () => Promise.resolve(pageRequests(replica)),
  })
})
afterEach(async () => {
  await handle.stop()
  await replica.delete()
})

function signIn({ id }: TestUser): Promise<void> {
  return authStorage.setItem(
    storageKey(),
    JSON.stringify({ access_token: tokenOf(id, END), refresh_token: `refresh ${id}`, user: { id } }),
  )
}

/** The server behind HTTP. It identifies the user by the token. */
async function answer(request: Request): Promise<Response> {
  const by =
    [ana, bo].find(({ id }) => request.headers.get('Authorization') === `Bearer ${tokenOf(id, END)}`) ??
    expect.fail('no token')
  const endpoints = server.endpointsFor(by)
  const { pathname, searchParams: query } = new URL(request.url)
  if (pathname === '/realtime/v1/rows')
    return responseOf(
      await endpoints.rows(query.get('s') ?? '', query.get('tbl') ?? '', query.get('after'), 250),
    )
  const body = (await request.json()) as MessageBody & { s: string }
  if (pathname === '/realtime/v1/bootstrap') return responseOf(await endpoints.bootstrap(body.s))
  posted.push([by.id, body.content])
  return responseOf(await endpoints.sendMessage(body))
}
const responseOf = (given: Answer<unknown>) =>
  Response.json(given.is === 'ok' ? given.value : given, { status: given.is === 'ok' ? 200 : 400 })

const write = (n: number, file?: MessageBody['file']) =>
  handle.enqueue({
    kind: 'messages.send',
    body: { id: uuid(n), client_id: A, content: `text ${n}`, ...(file && { file }) },
  })
const link = (is: string) => vi.waitFor(() => expect(handle.status.get().link.is).toBe(is))
const waiting = () =>
  vi.waitFor(async () =>
    expect((await replica.outbox.toArray()).map(({ state }) => state)).toEqual(['waiting-for-sign-in']),
  )
const empty = () => vi.waitFor(async () => expect(await replica.outbox.count()).toBe(0))

it('MU4 sends nothing with the session of another user, and sends the entry when its own user signs in again', async () => {
  await link('live')
  await write(1)
  await empty()
  await signIn(bo)
  await write(2)
  await waiting()
  server.hangUp(4001)
  await link('signed-out')
  ;(browserPage as TestPage).emit('online')
  await handle.flushNow()
  await waiting()
  await signIn(ana)
  notify('signed-in')
  await link('live')
  await empty()
  expect(posted).toEqual([
    [ana.id, 'text 1'],
    [ana.id, 'text 2'],
  ])
})

it('MU4 uploads no file with the session of another user', async () => {
  await link('live')
  await signIn(bo)
  const file = { name: 'plan.pdf', type: 'application/pdf', size: 1 }
  await replica.files.add({
    ...file,
    id: uuid(3),
    client_id: A,
    sent: 0,
    modified: 1,
    text: null,
    queued: false,
  })
  await replica.file_bytes.add({ id: uuid(3), bytes: new ArrayBuffer(1) })
  await write(3, { ...file, key: uuid(3) })
  await waiting()
  expect([files.requests, posted, await replica.file_bytes.count()]).toEqual([[], [], 1])
  await signIn(ana)
  notify('signed-in')
  await empty()
  expect([files.requests[0], posted]).toEqual(['POST', [[ana.id, 'text 3']]])
})

it('MU4 starts no retry when the response to hello names another user', async () => {
  await link('live')
  await handle.stop()
  await write(4)
  await changeEntry(replica, uuid(4), { is: 'take', tab: 'gone' }, Math.random)
  await changeEntry(replica, uuid(4), { is: 'later', why: 'network', after: 200_000 }, Math.random)
  vi.mocked(openSocket).mockImplementation(server.socketFor(bo))
  handle = startSync({
    userId: ana.id,
    replica,
    build: '1',
    requests: () => Promise.resolve(pageRequests(replica)),
  })
  await link('signed-out')
  await handle.stop()
  expect((await replica.outbox.toArray()).map(({ state }) => state)).toEqual(['queued'])
  expect(posted).toEqual([])
})
