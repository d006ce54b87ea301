// The whole of sync, through its public API, against a server in memory.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Replica } from '../db/schema'
import { ModelServer, type TestUser } from '../testing/servers/model-server'
import { freshReplica, threadIds } from '../testing/sync/replicas'
import { thread, uuid } from '../testing/servers/wire-rows'
import { testEnvironment, type TestEnvironment } from '../testing/sync/device-environment'
import type { MessageEndpoints } from '../synced/messaging/endpoints'
import { requestsOver } from '../synced/messaging/requests'
import { startSync, type SyncHandle } from './index'

const A = uuid(101)
const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }
const bo: TestUser = { id: uuid(902), role: 'admin', clientId: null }
const CA = `c:${A}`

let server: ModelServer
let replica: Replica
let environment: TestEnvironment
const handles: SyncHandle[] = []

beforeEach(() => {
  server = new ModelServer()
  replica = freshReplica()
  environment = testEnvironment(server, ana)
})
afterEach(async () => {
  for (const handle of handles.splice(0)) await handle.stop()
})
function start(user = ana, on = replica, within = environment): SyncHandle {
  const handle = startSync({ userId: user.id, replica: on, build: '1', requests: within.requests }, within)
  handles.push(handle)
  return handle
}
const write = (n: number, client = A, user = bo) =>
  server.send(user, { id: uuid(n), client_id: client, content: `text ${n}` })
const link = (handle: SyncHandle) => vi.waitFor(() => expect(handle.status.get().link.is).toBe('live'))
const shows = (...ns: number[]) =>
  vi.waitFor(async () => expect(await threadIds(replica, A)).toEqual(ns.map(uuid)))

describe('a device', () => {
  it('loads what there is, follows what comes, and knows its person', async () => {
    write(1)
    const handle = start()
    await link(handle)
    await shows(1)
    write(2)
    await shows(1, 2)
    expect(handle.status.get()).toMatchObject({ role: 'client', client_id: A, name: 'Ana' })
    expect(handle.status.get().as_of).not.toBeNull()
  })

  it('knows its person without a network', async () => {
    await link(start())
    await handles.pop()?.stop()
    environment.access = { is: 'unknown' }
    const handle = start()
    await vi.waitFor(() =>
      expect(handle.status.get()).toMatchObject({ role: 'client', client_id: A, name: 'Ana' }),
    )
    await vi.waitFor(() => expect(handle.status.get().link.is).toBe('offline'), 5_000)
  })

  it('CU1 comes back with its cursor and gets only what it missed', async () => {
    write(1)
    await link(start())
    await handles.pop()?.stop()
    write(2)
    await link(start())
    await shows(1, 2)
    expect(server.hellos.at(-1)).toContainEqual({ s: CA, e: 'k1', c: 2, at: 'at-2' })
  })

  it('CU6 a reset loads anew and keeps unsent work', async () => {
    write(1)
    await link(start())
    await handles.pop()?.stop()
    server.epoch = 'k2'
    server.remove(uuid(1))
    write(2)
    await replica.drafts.put({ id: A, text: 'draft' })
    await link(start())
    await shows(2)
    expect([await replica.drafts.count(), (await replica.streams.get(CA))?.e]).toEqual([1, 'k2'])
  })

  it('HE4 what ok does not list is dropped before anything is loaded: its rows would keep out those that are', async () => {
    write(1)
    await replica.streams.put({
      s: 'w',
      e: 'k1',
      cursor: 9,
      at: 'at-9',
      mode: 'ready',
      load: 'then',
      loading: null,
    })
    await replica.threads.put({
      ...thread(A, 99, { last_message_preview: 'of a time that is no more' }),
      _s: ['w'],
    })
    await link(start())
    expect(await replica.threads.toArray()).toMatchObject([
      { id: A, v: 1, last_message_preview: 'text 1', _s: [CA] },
    ])
  })

  it('CL2 a gap reconnects with the cursor, the same gap again loads anew', async () => {
    write(1)
    await link(start())
    for (let i = 0; i < 2; i += 1) {
      const hellos = server.hellos.length
      const [line] = server.lines
      if (line) server.sendFrame(line, { t: 'ch', s: CA, from: 90, to: 91, at: 'x', d: [] })
      await vi.waitFor(() => expect(server.hellos.length).toBe(hellos + 1))
      const offered = server.hellos.at(-1)?.some((one) => one.s === CA)
      expect(offered).toBe(i === 0)
      if (i === 0) await vi.waitFor(() => expect(server.lines.size).toBe(1))
    }
    await shows(1)
  })

  it('MB2 a revoked stream takes its rows along', async () => {
    write(1)
    await link(start())
    await shows(1)
    const [line] = server.lines
    if (line) server.sendFrame(line, { t: 'revoke', s: CA, why: 'membership' })
    await shows()
    expect(await replica.streams.get(CA)).toBeUndefined()
  })

  it('CL6 events of a superseded socket are ignored', async () => {
    write(1)
    const handle = start()
    await link(handle)
    const [old] = server.lines
    environment.page.emit('hidden')
    vi.setSystemTime(Date.now() + 31_000)
    environment.page.emit('visible')
    vi.useRealTimers()
    await vi.waitFor(() => expect(server.hellos.length).toBe(2))
    await link(handle)
    expect(server.lines.size).toBe(1)
    old?.on.text(JSON.stringify({ t: 'revoke', s: CA }))
    old?.on.closed(4503)
    write(2)
    await shows(1, 2)
    expect(handle.status.get().link.is).toBe('live')
  })

  it('CL8 4503 removes the rows, keeps unsent work, and never reconnects', async () => {
    write(1)
    const handle = start()
    await link(handle)
    await replica.drafts.put({ id: A, text: 'draft' })
    server.hangUp(4503)
    await vi.waitFor(async () =>
      expect([await replica.messages.count(), await replica.streams.count()]).toEqual([0, 0]),
    )
    expect([handle.status.get().link.is, await replica.drafts.count()]).toEqual(['locked', 1])
    environment.page.emit('online')
    expect(server.lines.size).toBe(0)
  })

  it('a message that gets through shows that the server is there again', async () => {
    environment.random = () => 0.999
    const { openSocket } = environment
    let [failedOpens, broken] = [0, true]
    environment.openSocket = (on) => {
      if (!broken) return openSocket(on)
      failedOpens += 1
      setTimeout(() => on.closed(1006), 0)
      return { send: () => undefined, close: () => undefined }
    }
    const handle = start()
    for (let i = 1; i <= 4; i += 1) {
      await vi.waitFor(() => expect(failedOpens).toBe(i))
      if (i < 4) environment.page.emit('visible')
    }
    broken = false
    await handle.enqueue({ kind: 'messages.send', body: { id: uuid(1), client_id: A, content: 'hello' } })
    await link(handle)
  })

  it('BG1 asks to be woken when the page goes out of view while something waits', async () => {
    const handle = start()
    await link(handle)
    environment.page.emit('hidden')
    expect(environment.registerBackgroundSync).not.toHaveBeenCalled()
    environment.endpoints.sendMessage = () => new Promise(() => undefined)
    await handle.enqueue({ kind: 'messages.send', body: { id: uuid(1), client_id: A, content: 'hello' } })
    await vi.waitFor(() => expect(handle.status.get().waiting).toBe(1))
    environment.page.emit('hidden')
    expect(environment.registerBackgroundSync).toHaveBeenCalledTimes(1)
  })

  it('stops for another person, and at the end of the session', async () => {
    const handle = start()
    await link(handle)
    environment.session('signed-out')
    await vi.waitFor(() => expect(handle.status.get().link.is).toBe('signed-out'))
    expect(server.lines.size).toBe(0)
    environment.openSocket = server.socketFor({ ...ana, id: uuid(999) })
    const other = startSync(
      { userId: ana.id, replica: freshReplica(), build: '1', requests: environment.requests },
      { ...environment, locks: null },
    )
    handles.push(other)
    await vi.waitFor(() => expect(other.status.get().link.is).toBe('signed-out'))
    expect(await replica.messages.count()).toBe(0)
  })
})

describe('a device that stops during its first load', () => {
  /** Starts, stops while `hung` waits for its response, and then lets the response arrive. */
  async function stopDuring(hung: 'bootstrap' | 'rows'): Promise<void> {
    let arrive = (): void => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const request = vi.fn()
    const { endpoints } = environment
    environment.endpoints = {
      ...endpoints,
      async bootstrap(s) {
        const answer = await endpoints.bootstrap(s)
        if (hung === 'bootstrap' && s === CA) {
          request()
          await arrived
        }
        return answer
      },
      async rows(...query) {
        const answer = await endpoints.rows(...query)
        if (hung === 'rows') {
          request()
          await arrived
        }
        return answer
      },
    }
    start()
    await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1))
    await handles.pop()?.stop()
    arrive()
    // The model server answers after everything that the arrival has started.
    await endpoints.bootstrap(CA)
  }
  const rows = () =>
    replica.transaction('r', [replica.streams, replica.threads], async () => [
      await replica.streams.get(CA),
      await replica.threads.count(),
    ])

  it('stores no position', async () => {
    write(1)
    await stopDuring('bootstrap')
    expect(await rows()).toEqual([undefined, 0])
  })

  it('stores no page', async () => {
    write(1)
    await stopDuring('rows')
    expect(await rows()).toEqual([
      expect.objectContaining({
        mode: 'loading',
        loading: { tables: ['threads', 'messages'], after: null, unsure: [] },
      }),
      0,
    ])
  })
})

describe('several tabs', () => {
  it('TB4 a page that is left closes socket and replica, and comes back with both', async () => {
    write(1)
    const handle = start()
    await link(handle)
    environment.page.emit('asleep')
    expect([replica.isOpen(), server.lines.size]).toEqual([false, 0])
    write(2)
    environment.page.emit('awake')
    await shows(1, 2)
    expect([replica.isOpen(), server.lines.size]).toEqual([true, 1])
  })

  it('CL6 one tab of a device has the socket; the other follows and takes over', async () => {
    const leader = start()
    await link(leader)
    const follower = startSync(
      { userId: ana.id, replica, build: '1', requests: environment.requests },
      { ...environment },
    )
    handles.push(follower)
    await link(follower)
    expect(server.lines.size).toBe(1)
    await follower.enqueue({
      kind: 'messages.send',
      body: { id: uuid(5), client_id: A, content: 'from a follower' },
    })
    await shows(5)
    await handles.shift()?.stop()
    write(6)
    await shows(5, 6)
    expect([server.lines.size, server.hellos.length]).toEqual([1, 2])
  })
})

describe('an admin', () => {
  it('CL4 holds the threads that were opened, without a hole', async () => {
    for (let n = 1; n <= 70; n += 1) write(n, A, ana)
    environment = testEnvironment(server, bo)
    const handle = start(bo)
    await link(handle)
    expect(await replica.messages.count()).toBe(0)
    await handle.holdThread(A)
    write(71, A, ana)
    const ns = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
    await shows(...ns(21, 71))
    expect(await handle.loadOlder(A)).toBe('start')
    await shows(...ns(1, 71))
  })

  it('CL4 a thread opened without a connection is filled at the next contact', async () => {
    write(1, A, ana)
    environment = testEnvironment(server, bo)
    await link(start(bo))
    await handles.pop()?.stop()
    const endpoints: MessageEndpoints = {
      ...environment.endpoints,
      olderMessages: () => Promise.resolve({ is: 'later', why: 'network', after: 0 } as const),
    }
    const handle = start(bo, replica, {
      ...environment,
      requests: () => Promise.resolve(requestsOver(endpoints)),
      token: () => Promise.resolve({ is: 'unknown' as const }),
    })
    await handle.holdThread(A)
    await expect(handle.loadOlder(A)).rejects.toThrow('network')
    expect(await replica.held.get(A)).toMatchObject({ ready: false })
    await handles.pop()?.stop()
    await link(start(bo))
    await shows(1)
  })
})
