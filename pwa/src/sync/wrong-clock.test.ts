// A device whose clock is wrong, from the start or from a certain time on. Runs the real browser code with a
// stored session, and a server with the right time behind HTTP and the socket.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.hoisted(() => vi.stubGlobal('location', { host: 'portal.example', origin: 'https://portal.example' }))
vi.mock('../api/auth/auth', async (actual) => ({
  ...(await actual<object>()),
  subscribeSession: vi.fn(() => () => undefined),
}))
vi.mock('./connection/socket', () => ({ openSocket: vi.fn() }))
vi.mock('./tabs/page-events', async () => ({
  browserPage: (await import('../testing/sync/device-environment')).testPage(),
  registerBackgroundSync: vi.fn(),
}))

import { auth } from '../api/auth/auth'
import { authStorage } from '../api/auth/storage'
import { storageKey } from '../api/auth/session-store'
import type { MessageBody } from '../db/rows/outbox'
import { Replica } from '../db/schema'
import { restoreOffset } from '../lib/time/clock'
import { ModelServer, type TestUser } from '../testing/servers/model-server'
import { seeded, seeds } from '../testing/seeded-random'
import { tokenOf } from '../testing/tokens'
import { uuid } from '../testing/servers/wire-rows'
import type { Answer } from './protocol/endpoints'
import { startSync, type SyncHandle } from './index'
import { pageRequests } from '../synced/messaging/requests'
import { enqueue } from './outbox/enqueue'
import { changeEntry } from './outbox/store'
import { openSocket } from './connection/socket'

const A = uuid(101)
const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }
const HOUR_S = 3_600
const DAY_S = 86_400
const serverTime = Date.now.bind(Date)
const serverSeconds = () => Math.floor(serverTime() / 1000)

let server: ModelServer
let replica: Replica
let handle: SyncHandle | null
let refreshes: number

beforeEach(() => {
  server = new ModelServer()
  // Read at each `ok`.
  server.okExtras = {
    get now() {
      return serverSeconds()
    },
  }
  refreshes = 0
  handle = null
  replica = new Replica(ana.id)
  restoreOffset(0)
  vi.stubGlobal('fetch', answer)
  vi.mocked(openSocket).mockImplementation((on) => {
    const socket = server.socketFor(ana)(on)
    return {
      ...socket,
      send: (frame) => (frame.t === 'hello' && !isGood(frame.token) ? on.closed(4401) : socket.send(frame)),
    }
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await handle?.stop()
  await replica.delete()
})

const setClock = (seconds: number) =>
  vi.spyOn(Date, 'now').mockImplementation(() => serverTime() + seconds * 1000)
const isGood = (token: string) =>
  (JSON.parse(atob(token.split('.')[1] ?? '')) as { exp: number }).exp > serverSeconds()

function sessionUntil(left: number) {
  const exp = serverSeconds() + left
  const user = { id: ana.id, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' }
  return {
    access_token: tokenOf(`${refreshes}`, exp),
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: HOUR_S,
    expires_at: exp,
    user,
  }
}

async function answer(request: Request | string): Promise<Response> {
  if (typeof request === 'string') {
    refreshes += 1
    return responseOf({ is: 'ok', value: sessionUntil(HOUR_S) })
  }
  if (!isGood(request.headers.get('Authorization') ?? '')) return responseOf({ is: 'unauthorized' }, 401)
  const endpoints = server.endpointsFor(ana)
  const { pathname, searchParams: query } = new URL(request.url)
  if (pathname === '/realtime/v1/rows')
    return responseOf(
      await endpoints.rows(query.get('s') ?? '', query.get('tbl') ?? '', query.get('after'), 250),
    )
  const body = (await request.json()) as MessageBody & { s: string }
  return responseOf(
    await (pathname === '/realtime/v1/bootstrap' ? endpoints.bootstrap(body.s) : endpoints.sendMessage(body)),
  )
}
const responseOf = (one: Answer<unknown>, status = 200) =>
  Response.json(one.is === 'ok' ? one.value : {}, {
    status,
    headers: { 'X-Server-Time': String(serverTime()) },
  })

async function start(): Promise<SyncHandle> {
  handle = startSync({
    userId: ana.id,
    replica,
    build: '1',
    requests: () => Promise.resolve(pageRequests(replica)),
  })
  const started = handle
  await vi.waitFor(() => expect(started.status.get().link).toEqual({ is: 'live' }), 5_000)
  return started
}
const queue = (n: number) =>
  ({ kind: 'messages.send', body: { id: uuid(n), client_id: A, content: `text ${n}` } }) as const
const arrived = (...ns: number[]) =>
  vi.waitFor(() => expect(server.thread(A).map(({ id }) => id)).toEqual(ns.map(uuid)), 5_000)

const random = seeded(84)
const anywhere = () => random.int(-2 * DAY_S, 2 * DAY_S)
const SKEWS: [number, number][] = [
  [HOUR_S, 0],
  [-HOUR_S, 0],
  [2 * DAY_S, -2 * DAY_S],
  [-2 * DAY_S, 2 * DAY_S],
  [0, HOUR_S],
  [0, -HOUR_S],
  ...seeds(2, 30).map((): [number, number] => [anywhere(), anywhere()]),
]

it.each(SKEWS)(
  'CK1 signs in and sends everything with a clock that is %i s ahead, and later %i s',
  async (first, then) => {
    setClock(first)
    // One message waits from before, after a failed attempt.
    await authStorage.setItem(storageKey(), JSON.stringify(sessionUntil(HOUR_S)))
    await enqueue(replica, queue(1))
    await changeEntry(replica, uuid(1), { is: 'take', tab: 'gone' }, () => 1)
    await changeEntry(replica, uuid(1), { is: 'later', why: 'network', after: 0 }, () => 1)
    const sync = await start()
    await arrived(1)
    setClock(then)
    await sync.enqueue(queue(2))
    await arrived(1, 2)
    await vi.waitFor(() => expect(sync.status.get()).toMatchObject({ link: { is: 'live' }, waiting: 0 }))
    // Each clock may cause one needless refresh, until a response corrects it.
    expect(refreshes).toBeLessThanOrEqual(2)
  },
)

it.each(SKEWS)(
  'CK1 renews an expired token once, with a clock that is %i s ahead, and %i s at the next start',
  async (first, then) => {
    for (const skew of [first, then]) {
      setClock(skew)
      await authStorage.setItem(storageKey(), JSON.stringify(sessionUntil(-HOUR_S)))
      refreshes = 0
      await (await start()).stop()
      handle = null
      expect(refreshes).toBe(1)
    }
  },
)

it.each([HOUR_S, 2 * DAY_S])(
  'the auth library refreshes nothing with a clock that is %i s ahead',
  async (ahead) => {
    setClock(ahead)
    await authStorage.setItem(storageKey(), JSON.stringify(sessionUntil(HOUR_S)))
    await start()
    refreshes = 0
    const { data } = await (await auth()).getSession()
    expect(data.session?.user.id).toBe(ana.id)
    expect(refreshes).toBe(0)
  },
)
