// The rows that a device stores: it loads them, follows their changes, and drops what it must not keep.
import { describe, expect, it, vi } from 'vitest'

import type { MessageEndpoints } from '../synced/messaging/endpoints'
import { requestsOver } from '../synced/messaging/requests'
import { thread, uuid } from '../testing/servers/wire-rows'
import {
  A,
  ana,
  bo,
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
import { testEnvironment } from '../testing/sync/device-environment'

describe('a device', () => {
  it('loads the rows and the user, and applies later changes', async () => {
    write(1)
    const handle = start()
    await expectLive(handle)
    await expectMessages(1)
    write(2)
    await expectMessages(1, 2)
    expect(handle.status.get()).toMatchObject({ role: 'client', client_id: A, name: 'Ana' })
    expect(handle.status.get().as_of).not.toBeNull()
  })

  it('CU1 resumes from its cursor and receives only the missed changes', async () => {
    write(1)
    await expectLive(start())
    await handles.pop()?.stop()
    write(2)
    await expectLive(start())
    await expectMessages(1, 2)
    expect(server.hellos.at(-1)).toContainEqual({ s: CA, e: 'k1', c: 2, at: 'at-2' })
  })

  it('CU6 loads the stream again after a reset, and keeps unsent entries', async () => {
    write(1)
    await expectLive(start())
    await handles.pop()?.stop()
    server.epoch = 'k2'
    server.remove(uuid(1))
    write(2)
    await replica.drafts.put({ id: A, text: 'draft' })
    await expectLive(start())
    await expectMessages(2)
    expect([await replica.drafts.count(), (await replica.streams.get(CA))?.e]).toEqual([1, 'k2'])
  })

  it('HE4 drops streams that `ok` does not list before it loads others, because their rows could hide newer rows', async () => {
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
      ...thread(A, 99, { last_message_preview: 'outdated preview' }),
      _s: ['w'],
    })
    await expectLive(start())
    expect(await replica.threads.toArray()).toMatchObject([
      { id: A, v: 1, last_message_preview: 'text 1', _s: [CA] },
    ])
  })

  it('CL2 reconnects with the cursor after a gap, and loads again after the same gap', async () => {
    write(1)
    await expectLive(start())
    for (let i = 0; i < 2; i += 1) {
      const hellos = server.hellos.length
      const [socket] = server.sockets
      if (socket) server.sendFrame(socket, { t: 'ch', s: CA, from: 90, to: 91, at: 'x', d: [] })
      await vi.waitFor(() => expect(server.hellos.length).toBe(hellos + 1))
      const offered = server.hellos.at(-1)?.some((one) => one.s === CA)
      expect(offered).toBe(i === 0)
      if (i === 0) await vi.waitFor(() => expect(server.sockets.size).toBe(1))
    }
    await expectMessages(1)
  })

  it('MB2 removes the rows of a revoked stream', async () => {
    write(1)
    await expectLive(start())
    await expectMessages(1)
    const [socket] = server.sockets
    if (socket) server.sendFrame(socket, { t: 'revoke', s: CA, why: 'membership' })
    await expectMessages()
    expect(await replica.streams.get(CA)).toBeUndefined()
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
    await vi.waitFor(() => expect(request).toHaveBeenCalled())
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

  it('stores no cursor', async () => {
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

describe('an admin', () => {
  it('CL4 holds opened threads without a gap', async () => {
    for (let n = 1; n <= 70; n += 1) write(n, A, ana)
    const handle = start(bo, replica, testEnvironment(server, bo))
    await expectLive(handle)
    expect(await replica.messages.count()).toBe(0)
    await handle.holdThread(A)
    write(71, A, ana)
    const ns = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
    await expectMessages(...ns(21, 71))
    expect(await handle.loadOlder(A)).toBe('start')
    await expectMessages(...ns(1, 71))
  })

  it('CL4 loads a thread that was opened offline after the next connection', async () => {
    write(1, A, ana)
    const environment = testEnvironment(server, bo)
    await expectLive(start(bo, replica, environment))
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
    await expectLive(start(bo, replica, environment))
    await expectMessages(1)
  })
})
