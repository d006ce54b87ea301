// The connection of a device: when it is offline, closed, taken over by another tab, or stopped.
import { describe, expect, it, vi } from 'vitest'

import { uuid } from '../testing/servers/wire-rows'
import {
  A,
  ana,
  CA,
  environment,
  handles,
  expectLive,
  replica,
  server,
  expectMessages,
  start,
  write,
} from '../testing/sync/device'
import { freshReplica } from '../testing/sync/replicas'
import { startSync } from './index'

describe('a device', () => {
  it('restores the user without a network', async () => {
    await expectLive(start())
    await handles.pop()?.stop()
    environment.access = { is: 'unknown' }
    const handle = start()
    await vi.waitFor(() =>
      expect(handle.status.get()).toMatchObject({ role: 'client', client_id: A, name: 'Ana' }),
    )
    await vi.waitFor(() => expect(handle.status.get().link.is).toBe('offline'), 5_000)
  })

  it('CL6 ignores events of a superseded socket', async () => {
    write(1)
    const handle = start()
    await expectLive(handle)
    const [old] = server.sockets
    environment.page.emit('hidden')
    vi.setSystemTime(Date.now() + 31_000)
    environment.page.emit('visible')
    vi.useRealTimers()
    await vi.waitFor(() => expect(server.hellos.length).toBe(2))
    await expectLive(handle)
    expect(server.sockets.size).toBe(1)
    old?.events.text(JSON.stringify({ t: 'revoke', s: CA }))
    old?.events.closed(4503)
    write(2)
    await expectMessages(1, 2)
    expect(handle.status.get().link.is).toBe('live')
  })

  it('CL8 removes the rows after 4503, keeps unsent entries, and never reconnects', async () => {
    write(1)
    const handle = start()
    await expectLive(handle)
    await replica.drafts.put({ id: A, text: 'draft' })
    server.hangUp(4503)
    await vi.waitFor(async () =>
      expect([await replica.messages.count(), await replica.streams.count()]).toEqual([0, 0]),
    )
    expect([handle.status.get().link.is, await replica.drafts.count()]).toEqual(['locked', 1])
    environment.page.emit('online')
    expect(server.sockets.size).toBe(0)
  })

  it('ST6 shows no stale rows as up to date while the browser stores nothing, and catches up later', async () => {
    write(1)
    const handle = start()
    await expectLive(handle)
    const wait = setTimeout
    const timers = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((does, ms, ...all: unknown[]) => wait(does, ms === 30_000 ? 50 : ms, ...all))
    let store: () => void = () => undefined
    const stuck = new Promise<void>((resolve) => (store = resolve))
    const run = replica.transaction.bind(replica) as (...all: unknown[]) => Promise<unknown>
    vi.spyOn(replica, 'transaction').mockImplementation(((...all: unknown[]) =>
      stuck.then(() => run(...all))) as never)
    write(2)
    await vi.waitFor(() => expect(handle.status.get().link.is).not.toBe('live'))
    timers.mockRestore()
    store()
    await expectMessages(1, 2)
    await expectLive(handle)
  })

  it('reconnects at once after a message was sent', async () => {
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
    await expectLive(handle)
  })

  it('BG1 registers a background sync when the page is hidden while entries wait', async () => {
    const handle = start()
    await expectLive(handle)
    environment.page.emit('hidden')
    expect(environment.registerBackgroundSync).not.toHaveBeenCalled()
    environment.endpoints.sendMessage = () => new Promise(() => undefined)
    await handle.enqueue({ kind: 'messages.send', body: { id: uuid(1), client_id: A, content: 'hello' } })
    await vi.waitFor(() => expect(handle.status.get().waiting).toBe(1))
    environment.page.emit('hidden')
    expect(environment.registerBackgroundSync).toHaveBeenCalledTimes(1)
  })

  it('LV3 MU4 sends the entries that wait for a sign-in once the server accepts the token of a hello', async () => {
    const handle = start()
    await expectLive(handle)
    const send = vi.spyOn(environment.endpoints, 'sendMessage').mockResolvedValue({ is: 'unauthorized' })
    await handle.enqueue({ kind: 'messages.send', body: { id: uuid(1), client_id: A, content: 'hello' } })
    await vi.waitFor(async () =>
      expect((await replica.outbox.get(uuid(1)))?.state).toBe('waiting-for-sign-in'),
    )
    send.mockRestore()
    server.hangUp(1006)
    await expectMessages(1)
    expect(await replica.outbox.count()).toBe(0)
  })

  it('stops when the session ends or belongs to another user', async () => {
    const handle = start()
    await expectLive(handle)
    environment.session('signed-out')
    await vi.waitFor(() => expect(handle.status.get().link.is).toBe('signed-out'))
    expect(server.sockets.size).toBe(0)
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

describe('several tabs', () => {
  it.each([['awake'], ['visible']] as const)(
    'TB4 closes socket and replica when the page is left, and reopens both on %s',
    async (event) => {
      write(1)
      const handle = start()
      await expectLive(handle)
      environment.page.emit('asleep')
      expect([replica.isOpen(), server.sockets.size]).toEqual([false, 0])
      // A query in a frozen page opens nothing, because a sign-out in another tab would wait for this page.
      const open = vi.spyOn(indexedDB, 'open')
      const count = replica.messages.count()
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect([replica.isOpen(), open.mock.calls.length]).toEqual([false, 0])
      open.mockRestore()
      write(2)
      environment.page.emit(event)
      expect(await count).toBeGreaterThan(0)
      await expectMessages(1, 2)
      expect([replica.isOpen(), server.sockets.size]).toEqual([true, 1])
    },
  )

  it('CL6 opens one socket for two tabs, and the second tab takes over when the first closes', async () => {
    const leader = start()
    await expectLive(leader)
    const follower = startSync(
      { userId: ana.id, replica, build: '1', requests: environment.requests },
      { ...environment },
    )
    handles.push(follower)
    await expectLive(follower)
    expect(server.sockets.size).toBe(1)
    await follower.enqueue({
      kind: 'messages.send',
      body: { id: uuid(5), client_id: A, content: 'from a follower' },
    })
    await expectMessages(5)
    await handles.shift()?.stop()
    write(6)
    await expectMessages(5, 6)
    expect([server.sockets.size, server.hellos.length]).toEqual([1, 2])
  })
})
