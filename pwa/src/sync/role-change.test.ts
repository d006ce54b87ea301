// A user whose role changes during a connection: the streams imply the new role at once, and the `ok` of the
// next connection contains it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Replica } from '../db/schema'
import { ModelServer, type TestUser } from '../testing/servers/model-server'
import { freshReplica } from '../testing/sync/replicas'
import { uuid } from '../testing/servers/wire-rows'
import { testEnvironment, type TestEnvironment } from '../testing/sync/device-environment'
import { startSync, type SyncHandle } from './index'

const A = uuid(101)
const CA = `c:${A}`

let server: ModelServer
let replica: Replica
let environment: TestEnvironment
let handle: SyncHandle
let ana: TestUser

beforeEach(async () => {
  server = new ModelServer()
  replica = freshReplica()
  ana = { id: uuid(901), role: 'client', clientId: A }
  environment = testEnvironment(server, ana)
  start()
  await soon(() => expect(handle.status.get().link.is).toBe('live'))
})
afterEach(() => handle.stop())

const start = () => {
  handle = startSync({ userId: ana.id, replica, build: '1', requests: environment.requests }, environment)
}
const soon = (check: () => unknown) => vi.waitFor(check, 15_000)
const push = (frame: object) => server.sockets.forEach((socket) => server.sendFrame(socket, frame))
const lose = (s: string) => push({ t: 'revoke', s, why: 'membership' })
const gain = (s: string) =>
  push({ t: 'subs', subs: [{ s, e: server.epoch, head: server.log(s).length, tail: 1, mode: 'bootstrap' }] })
const followed = () => replica.streams.filter(({ mode }) => mode === 'ready').primaryKeys()
const sendMessage = (n: number) =>
  handle.enqueue({ kind: 'messages.send', body: { id: uuid(n), client_id: A, content: `text ${n}` } })

const shown = () => {
  const { role, client_id, link } = handle.status.get()
  return { role, client_id, link: link.is }
}

it('MB3 a promoted client gets the admin’s screens on the same connection, and the client’s screens after a demotion', async () => {
  expect(shown()).toEqual({ role: 'client', client_id: A, link: 'live' })
  lose(CA)
  ana.role = 'admin'
  gain('w')
  await soon(() => expect(shown()).toEqual({ role: 'admin', client_id: null, link: 'live' }))
  lose('w')
  ana.role = 'client'
  gain(CA)
  await soon(() => expect(shown()).toEqual({ role: 'client', client_id: A, link: 'live' }))
  expect(server.hellos).toHaveLength(1)
})

it('MB3 a message that a new admin sends on the same connection belongs to the admin stream', async () => {
  lose(CA)
  ana.role = 'admin'
  gain('w')
  await soon(async () => expect(await followed()).toContain('w'))
  await handle.holdThread(A)
  await sendMessage(1)
  await soon(async () => expect((await replica.messages.get(uuid(1)))?._s).toEqual(['w']))
  expect(await replica.messages.where('_s').equals(CA).count()).toBe(0)
})

it('MB2 removes rows of responses that arrive between the loss of one stream and the grant of the other', async () => {
  lose(CA)
  ana.role = 'admin'
  await soon(async () => expect(await followed()).not.toContain(CA))
  await sendMessage(1)
  await soon(async () => expect((await replica.messages.get(uuid(1)))?._s).toEqual([CA]))
  gain('w')
  await soon(async () => expect(await followed()).toContain('w'))
  expect(await replica.messages.toArray()).toEqual([])
})

it('MB2 a demoted admin has only the rows of their own thread', async () => {
  await handle.stop()
  ana.role = 'admin'
  start()
  await soon(async () => expect(await followed()).toContain('w'))
  lose('w')
  ana.role = 'client'
  gain(CA)
  await soon(async () => expect(await followed()).toContain(CA))
  await sendMessage(2)
  await soon(async () => expect((await replica.messages.get(uuid(2)))?._s).toContain(CA))
  expect(await replica.messages.where('_s').equals('w').count()).toBe(0)
})

it('MB2 removes the rows of a load that a failed request and then a promotion interrupted', async () => {
  await sendMessage(1)
  await soon(() => expect([...server.messages.keys()]).toEqual([uuid(1)]))
  await handle.stop()
  replica = freshReplica()
  const { endpoints } = environment
  environment.endpoints = {
    ...endpoints,
    rows: (s, tbl, ...rest) =>
      tbl === 'messages'
        ? Promise.resolve({ is: 'later', why: 'network', after: 0 })
        : endpoints.rows(s, tbl, ...rest),
  }
  start()
  const ofClient = () => replica.threads.where('_s').equals(CA).primaryKeys()
  await soon(async () => expect(await ofClient()).toEqual([A]))
  await handle.stop()
  ana.role = 'admin'
  environment.endpoints = endpoints
  start()
  await soon(async () => expect(await followed()).toContain('w'))
  expect(await ofClient()).toEqual([])
  expect((await replica.threads.get(A))?._s).toEqual(['w'])
  expect(await replica.streams.get(CA)).toBeUndefined()
})
