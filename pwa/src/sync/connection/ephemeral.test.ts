// Ephemeral items, against a server in memory: in all tabs, and never sent to a server that does not support
// them.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { ModelServer, type Person } from '../../testing/servers/model-server'
import { freshReplica } from '../../testing/sync/replicas'
import { uuid } from '../../testing/servers/wire-rows'
import { testWorld, type TestWorld } from '../../testing/sync/device-environment'
import { startSync, type Heard, type SyncHandle } from '../index'

const A = uuid(101)
const ana: Person = { id: uuid(901), role: 'client', clientId: A }
const TYPES = { k: 'typing', thread: A, on: true } as const
const RUI: Heard = { k: 'typing', thread: A, by: uuid(902), name: 'Rui', role: 'admin', on: true }

let server: ModelServer
let replica: Replica
let world: TestWorld
const handles: SyncHandle[] = []

beforeEach(() => {
  server = new ModelServer()
  server.extras = { eph: 1 }
  replica = freshReplica()
  world = testWorld(server, ana)
})
afterEach(async () => {
  for (const handle of handles.splice(0)) await handle.stop()
})

async function start(): Promise<SyncHandle> {
  const handle = startSync({ userId: ana.id, replica, build: '1' }, { ...world })
  handles.push(handle)
  await vi.waitFor(() => expect(handle.status.get().link.is).toBe('live'))
  return handle
}
function tell(...d: unknown[]): void {
  for (const line of server.lines) server.say(line, { t: 'eph', d })
}

it('is said on the connection, and what is told is heard', async () => {
  const handle = await start()
  const hear = vi.fn()
  const leave = handle.passing.listen(hear)
  handle.passing.say(TYPES)
  expect(server.whispers).toEqual([{ t: 'eph', ...TYPES }])
  tell(RUI)
  expect(hear).toHaveBeenCalledExactlyOnceWith([RUI])
  leave()
  tell(RUI)
  expect(hear).toHaveBeenCalledOnce()
})

it('a tab without the connection speaks and hears through the one that has it', async () => {
  await start()
  const follower = await start()
  const hear = vi.fn()
  follower.passing.listen(hear)
  follower.passing.say({ k: 'look', threads: [A] })
  await vi.waitFor(() => expect(server.whispers).toEqual([{ t: 'eph', k: 'look', threads: [A] }]))
  tell(RUI)
  await vi.waitFor(() => expect(hear).toHaveBeenCalledExactlyOnceWith([RUI]))
})

it('EP8 nothing is said to a server that does not say that it hears', async () => {
  server.extras = {}
  const handle = await start()
  handle.passing.say(TYPES)
  expect(server.whispers).toEqual([])
})

it('an item that this build does not know is left out, and the connection goes on', async () => {
  const handle = await start()
  const hear = vi.fn()
  handle.passing.listen(hear)
  tell({ k: 'dancing', thread: A, on: true }, 7, null, { k: 'presence', thread: A }, { ...RUI, by: 1 }, RUI)
  expect(hear).toHaveBeenCalledExactlyOnceWith([RUI])
  expect(handle.status.get().link.is).toBe('live')
})
