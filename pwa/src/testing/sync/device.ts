// One device with sync: its replica, its environment, and a server in memory.
import { afterEach, beforeEach, expect, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { startSync, type SyncHandle } from '../../sync'
import { ModelServer, type TestUser } from '../servers/model-server'
import { uuid } from '../servers/wire-rows'
import { testEnvironment, type TestEnvironment } from './device-environment'
import { freshReplica, threadIds } from './replicas'

export const A = uuid(101)
export const CA = `c:${A}`
export const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }
export const bo: TestUser = { id: uuid(902), role: 'admin', clientId: null }

/** The server, the replica and the environment of the running test. */
export let server: ModelServer
export let replica: Replica
export let environment: TestEnvironment
/** The handles that `start` returned; each is stopped after the test. */
export const handles: SyncHandle[] = []

beforeEach(() => {
  server = new ModelServer()
  replica = freshReplica()
  environment = testEnvironment(server, ana)
})
afterEach(async () => {
  for (const handle of handles.splice(0)) await handle.stop()
})

/** Starts sync as a page of the user does. */
export function start(user = ana, onReplica = replica, inEnvironment = environment): SyncHandle {
  const handle = startSync(
    { userId: user.id, replica: onReplica, build: '1', requests: inEnvironment.requests },
    inEnvironment,
  )
  handles.push(handle)
  return handle
}
/** Sends the n-th message of the thread from another device. */
export const write = (n: number, client = A, user = bo) =>
  server.send(user, { id: uuid(n), client_id: client, content: `text ${n}` })
/** Waits until the connection is live. */
export const expectLive = (handle: SyncHandle) =>
  vi.waitFor(() => expect(handle.status.get().link.is).toBe('live'))
/** Waits until the replica has these messages of the thread, in this order. */
export const expectMessages = (...ns: number[]) =>
  vi.waitFor(async () => expect(await threadIds(replica, A)).toEqual(ns.map(uuid)))
