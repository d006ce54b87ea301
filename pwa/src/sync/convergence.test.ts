// Whole devices under all faults at once: in the end they have the same rows as the server.
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { Replica } from '../db/schema'
import { ModelServer, type TestUser } from '../testing/servers/model-server'
import { freshReplica, threadIds } from '../testing/sync/replicas'
import { seeded, seeds } from '../testing/seeded-random'
import { uuid } from '../testing/servers/wire-rows'
import { testEnvironment, type TestEnvironment } from '../testing/sync/device-environment'
import { startSync, type SyncHandle } from './index'

const A = uuid(101)
const CA = `c:${A}`
const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }
const bo: TestUser = { id: uuid(902), role: 'admin', clientId: null }

const handles: SyncHandle[] = []
afterEach(async () => {
  for (const handle of handles.splice(0)) await handle.stop()
})
function start(user: TestUser, replica: Replica, environment: TestEnvironment): SyncHandle {
  const handle = startSync(
    { userId: user.id, replica, build: '1', requests: environment.requests },
    environment,
  )
  handles.push(handle)
  return handle
}
const link = (handle: SyncHandle) =>
  vi.waitFor(() => expect(handle.status.get().link.is).toBe('live'), 10_000)

describe('all faults together', () => {
  it.each(seeds(2, 20))(
    'two devices converge under cuts, restores and restarts (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      const server = new ModelServer()
      const [replica, theirs] = [freshReplica(), freshReplica()]
      const [client, admin] = [testEnvironment(server, ana), testEnvironment(server, bo)]
      const parts = [
        { user: ana, on: replica, within: client, handle: start(ana, replica, client) },
        { user: bo, on: theirs, within: admin, handle: start(bo, theirs, admin) },
      ]
      await parts[1]?.handle.holdThread(A)
      let n = 0
      for (let i = 0; i < 60; i += 1) {
        const part = random.pick(parts)
        const action = random.int(0, 9)
        if (action <= 5)
          await part.handle.enqueue({
            kind: 'messages.send',
            body: { id: uuid((n += 1)), client_id: A, content: `text ${n}` },
          })
        if (action === 6) server.hangUp(random.pick([1006, 1012, 4401, 4008]))
        if (action === 7) {
          const unsettled = (
            await Promise.all(parts.map((one) => one.on.outbox.toCollection().primaryKeys()))
          ).flat()
          const settled = [...server.messages.keys()].filter((id) => !unsettled.includes(id))
          server.remove(random.pick([...settled, 'none']))
        }
        if (action === 8) for (const s of [CA, 'w']) server.pruned.set(s, server.log(s).length)
        if (action === 9) {
          await part.handle.stop()
          part.handle = start(part.user, part.on, part.within)
        }
        if (random.chance(0.3)) await new Promise((resolve) => setTimeout(resolve, random.int(0, 8)))
      }
      for (const part of parts) await link(part.handle)
      const stored = () => server.thread(A).map((row) => row.id)
      for (const part of parts) {
        await vi.waitFor(async () => {
          expect([await part.on.outbox.count(), await threadIds(part.on, A)]).toEqual([0, stored()])
        }, 10_000)
      }
      expect(server.messages.size).toBeGreaterThan(0)
    },
    20_000,
  )
})
