// Sync in a browser that stores nothing.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { memoryReplica } from '../db/memory-replica'
import type { Replica } from '../db/schema'
import { ModelServer, type TestUser } from '../testing/servers/model-server'
import { freshReplica } from '../testing/sync/replicas'
import { uuid } from '../testing/servers/wire-rows'
import { testEnvironment, type TestEnvironment } from '../testing/sync/device-environment'
import { NotStored, startSync, type SyncHandle } from './index'

const A = uuid(101)
const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }

let server: ModelServer
let environment: TestEnvironment
const handles: SyncHandle[] = []

beforeEach(() => {
  server = new ModelServer()
  environment = testEnvironment(server, ana)
})
afterEach(async () => {
  for (const handle of handles.splice(0)) await handle.stop()
})
function start(replica: Replica): SyncHandle {
  const handle = startSync(
    { userId: ana.id, replica, build: '1', requests: environment.requests },
    environment,
  )
  handles.push(handle)
  return handle
}
const link = (handle: SyncHandle) => vi.waitFor(() => expect(handle.status.get().link.is).toBe('live'))

describe('a browser that stores nothing', () => {
  const hello = { kind: 'messages.send', body: { id: uuid(5), client_id: A, content: 'hello' } } as const

  it('ST3 accepts a message only while it can be sent at once', async () => {
    const memory = memoryReplica(ana.id)
    environment.access = { is: 'unknown' }
    const handle = start(memory)
    await expect(handle.enqueue(hello)).rejects.toBeInstanceOf(NotStored)
    await handle.enqueue({ kind: 'threads.read', body: { id: A, read_to: uuid(1) } })
    expect(await memory.outbox.toCollection().primaryKeys()).toHaveLength(1)
    environment.access = { is: 'token', token: 'token', exp: 9_999_999_999 }
    environment.page.emit('visible')
    await link(handle)
    await handle.enqueue(hello)
    await vi.waitFor(() => expect(server.messages.has(uuid(5))).toBe(true))
  })

  it('ST2 shares nothing with other tabs', async () => {
    const stored = start(freshReplica())
    await link(stored)
    const alone = start(memoryReplica(ana.id))
    await link(alone)
    expect(server.sockets.size).toBe(2)
    await handles.pop()?.stop()
    expect([stored.status.get().link.is, server.sockets.size]).toEqual(['live', 1])
  })
})
