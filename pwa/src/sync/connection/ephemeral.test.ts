// Ephemeral items, against a server in memory: in all tabs, and never sent to a server that does not support
// them.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { ModelServer, type TestUser } from '../../testing/servers/model-server'
import { freshReplica } from '../../testing/sync/replicas'
import { uuid } from '../../testing/servers/wire-rows'
import { testEnvironment, type TestEnvironment } from '../../testing/sync/device-environment'
import { startSync, type EphemeralItem, type SyncHandle } from '../index'

const A = uuid(101)
const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }
const TYPES = { k: 'typing', thread: A, on: true } as const
const RUI: EphemeralItem = { k: 'typing', thread: A, by: uuid(902), name: 'Rui', role: 'admin', on: true }

let server: ModelServer
let replica: Replica
let environment: TestEnvironment
const handles: SyncHandle[] = []

beforeEach(() => {
  server = new ModelServer()
  server.okExtras = { eph: 1 }
  replica = freshReplica()
  environment = testEnvironment(server, ana)
})
afterEach(async () => {
  for (const handle of handles.splice(0)) await handle.stop()
})

async function start(): Promise<SyncHandle> {
  const handle = startSync(
    { userId: ana.id, replica, build: '1', requests: environment.requests },
    { ...environment },
  )
  handles.push(handle)
  await vi.waitFor(() => expect(handle.status.get().link.is).toBe('live'))
  return handle
}
function pushItems(...d: unknown[]): void {
  for (const socket of server.sockets) server.sendFrame(socket, { t: 'eph', d })
}

it('sends and receives ephemeral items on the connection', async () => {
  const handle = await start()
  const receive = vi.fn()
  const leave = handle.ephemeral.listen(receive)
  handle.ephemeral.send(TYPES)
  expect(server.ephemeralFrames).toEqual([{ t: 'eph', ...TYPES }])
  pushItems(RUI)
  expect(receive).toHaveBeenCalledExactlyOnceWith([RUI])
  leave()
  pushItems(RUI)
  expect(receive).toHaveBeenCalledOnce()
})

it('sends and receives ephemeral items in a tab without the connection, through the leader', async () => {
  await start()
  const follower = await start()
  const receive = vi.fn()
  follower.ephemeral.listen(receive)
  follower.ephemeral.send({ k: 'look', threads: [A] })
  await vi.waitFor(() => expect(server.ephemeralFrames).toEqual([{ t: 'eph', k: 'look', threads: [A] }]))
  pushItems(RUI)
  await vi.waitFor(() => expect(receive).toHaveBeenCalledExactlyOnceWith([RUI]))
})

it('EP8 sends no ephemeral item to a server that does not announce support', async () => {
  server.okExtras = {}
  const handle = await start()
  handle.ephemeral.send(TYPES)
  expect(server.ephemeralFrames).toEqual([])
})

it('ignores an item that this build does not know, and stays connected', async () => {
  const handle = await start()
  const receive = vi.fn()
  handle.ephemeral.listen(receive)
  pushItems(
    { k: 'dancing', thread: A, on: true },
    7,
    null,
    { k: 'presence', thread: A },
    { ...RUI, by: 1 },
    RUI,
  )
  expect(receive).toHaveBeenCalledExactlyOnceWith([RUI])
  expect(handle.status.get().link.is).toBe('live')
})
