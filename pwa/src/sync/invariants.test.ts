// Invariants that hold at any time on a device, checked while random events and faults happen.
import { liveQuery, type Table } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { WireRow } from '../db/rows/rows'
import type { Replica } from '../db/schema'
import { ModelServer, type TestUser } from '../testing/servers/model-server'
import { freshReplica, threadIds } from '../testing/sync/replicas'
import { seeded, type Seeded } from '../testing/seeded-random'
import { uuid } from '../testing/servers/wire-rows'
import { testEnvironment, type TestEnvironment } from '../testing/sync/device-environment'
import type { MessageEndpoints } from '../synced/messaging/endpoints'
import { startSync, type SyncHandle } from './index'

const A = uuid(101)
const CA = `c:${A}`
const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }
const bo: TestUser = { id: uuid(902), role: 'admin', clientId: null }
const SEEDS = [1, 2, 3, 4, 5, 6]

let server: ModelServer
let replica: Replica
let environment: TestEnvironment
let handle: SyncHandle
let written = 0
const stops: (() => void)[] = []

beforeEach(() => {
  server = new ModelServer()
  replica = freshReplica()
  environment = testEnvironment(server, ana)
  written = 0
  handle = start()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await handle.stop()
})

const start = () =>
  startSync({ userId: ana.id, replica, build: '1', requests: environment.requests }, environment)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const theirs = () => server.send(bo, { id: uuid((written += 1)), client_id: A, content: `text ${written}` })
async function mine(): Promise<string> {
  const id = uuid((written += 1))
  await handle.enqueue({ kind: 'messages.send', body: { id, client_id: A, content: `text ${written}` } })
  return id
}
async function restart(): Promise<void> {
  await handle.stop()
  handle = start()
}
/** Makes the server send changes again, in frames with other bounds. */
function replay(random: Seeded): void {
  const log = server.log(CA)
  if (log.length === 0) return
  const from = random.int(1, log.length)
  const to = random.int(from, log.length)
  for (const line of server.lines)
    server.sendFrame(line, { t: 'ch', s: CA, from, to, at: `at-${to}`, d: log.slice(from - 1, to) })
}
/** Makes responses get lost, before or after the server has stored the message. */
function loseAnswers(random: Seeded): void {
  const honest = { ...environment.endpoints }
  const flaky: MessageEndpoints['sendMessage'] = async (body) => {
    if (random.chance(0.2)) return { is: 'later', why: 'network', after: 0 }
    const answer = await honest.sendMessage(body)
    return random.chance(0.3)
      ? { is: 'later', why: random.pick(['timeout', 'network', 'busy']), after: 0 }
      : answer
  }
  environment.endpoints.sendMessage = flaky
}
async function settled(): Promise<void> {
  const there = () => server.thread(A).map((row) => row.id)
  await vi.waitFor(
    async () => expect([await replica.outbox.count(), await threadIds(replica, A)]).toEqual([0, there()]),
    15_000,
  )
}

describe('at every moment', () => {
  it.each(SEEDS)(
    'MU5 MU7 what a person has sent is on the screen exactly once, from the first moment on (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      loseAnswers(random)
      const accepted = new Set<string>()
      const wrong: string[] = []
      const screen = liveQuery(() =>
        replica.transaction('r', replica.messages, replica.outbox, async () => {
          const due = [...accepted]
          const shown = [
            ...(await threadIds(replica, A)),
            ...(await replica.outbox.toCollection().primaryKeys()),
          ]
          return due.filter((id) => shown.filter((one) => one === id).length !== 1)
        }),
      ).subscribe((ids) => wrong.push(...ids))
      stops.push(() => screen.unsubscribe())
      for (let i = 0; i < 50; i += 1) {
        const action = random.int(0, 9)
        if (action <= 4) accepted.add(await mine())
        if (action === 5) theirs()
        if (action === 6) server.hangUp(random.pick([1006, 1012, 4008]))
        if (action === 7) replay(random)
        if (action === 8) await restart()
        if (action === 9) void handle.flushNow()
        if (random.chance(0.5)) await pause(random.int(0, 6))
      }
      void handle.flushNow()
      environment.random = () => 0
      await settled()
      expect(wrong).toEqual([])
      expect(server.thread(A).filter((row) => accepted.has(row.id))).toHaveLength(accepted.size)
    },
    30_000,
  )

  it.each(SEEDS)(
    'CL3 no version goes back, and nothing deleted comes back (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      const seen = new Map<string, number>()
      const wrong: string[] = []
      for (const name of ['messages', 'threads']) {
        const table: Table<WireRow, string> = replica.table(name)
        const stored = (id: string, v: number, isDeleted: boolean): void => {
          if (v < (seen.get(id) ?? 0)) wrong.push(`${id}: ${v} after ${seen.get(id)}`)
          // A deletion has its own version, and only a later one may restore the row.
          seen.set(id, isDeleted ? v + 1 : v)
        }
        table.hook('creating', (_id, row) => stored(row.id, row.v, false))
        table.hook('updating', (changes: Partial<WireRow>, _id, row) =>
          stored(row.id, changes.v ?? row.v, false),
        )
        table.hook('deleting', (_id, row) => stored(row.id, row.v, true))
      }
      // Delay responses, so that they contain an older version of the row than the frames before them.
      const honest = { ...environment.endpoints }
      environment.endpoints.readThread = async (body) => {
        const answer = await honest.readThread(body)
        await pause(random.int(0, 12))
        return answer
      }
      const deleted = new Set<string>()
      for (let i = 0; i < 60; i += 1) {
        const action = random.int(0, 10)
        if (action === 10)
          await handle.enqueue({ kind: 'threads.read', body: { id: A, read_to: uuid(written) } })
        if (action <= 3) theirs()
        if (action === 4) await mine()
        if (action === 5 || action === 6) {
          const waiting = await replica.outbox.toCollection().primaryKeys()
          const id = random.pick([...server.messages.keys(), 'none'])
          if (!waiting.includes(id)) {
            server.remove(id)
            deleted.add(id)
          }
        }
        if (action === 7) replay(random)
        if (action === 8) server.hangUp(1006)
        if (action === 9) await restart()
        if (random.chance(0.5)) await pause(random.int(0, 6))
      }
      await settled()
      expect(wrong).toEqual([])
      expect((await threadIds(replica, A)).filter((id) => deleted.has(id))).toEqual([])
    },
    30_000,
  )

  it.each(SEEDS)(
    'MU10 what a person took back while it waited does not stay on the server (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      const honest = { ...environment.endpoints }
      const late: (() => void)[] = []
      const lost = { is: 'later', why: 'timeout', after: 0 } as const
      environment.endpoints.sendMessage = async (body) => {
        // Some requests arrive long after their timeout.
        if (random.chance(0.2)) return (late.push(() => server.send(ana, body)), lost)
        const answer = await honest.sendMessage(body)
        return random.chance(0.4) ? lost : answer
      }
      environment.endpoints.takeBack = async (id, client) => {
        if (random.chance(0.2)) return lost
        const answer = await honest.takeBack(id, client)
        return random.chance(0.3) ? lost : answer
      }
      const expected = new Map<string, string>()
      const unwanted = new Set<string>()
      for (let i = 0; i < 60; i += 1) {
        const action = random.int(0, 8)
        const waiting = (await replica.outbox.toArray()).filter((one) => one.kind === 'messages.send')
        if (action <= 2 || waiting.length === 0) {
          const id = await mine()
          expected.set(id, `text ${written}`)
        } else if (action <= 4) {
          const entry = random.pick(waiting)
          const content = `edit ${i}`
          await handle.edit(entry.id, content)
          const edited = (await replica.outbox.toArray()).find(
            (one) => one.kind === 'messages.send' && one.body.content === content,
          )
          // There is no entry if the message arrived and was settled just before.
          if (edited) {
            const old = expected.get(entry.id)
            if (old !== undefined) unwanted.add(old)
            expected.delete(entry.id)
            expected.set(edited.id, content)
          }
        } else if (action <= 6) {
          const entry = random.pick(waiting)
          const body = { id: entry.id, client_id: A, content: entry.body.content }
          await (action === 5
            ? handle.takeBack({ kind: 'messages.take_back', body })
            : handle.discard(entry.id))
          if (action === 5 || (await replica.outbox.get(entry.id))?.kind === 'messages.take_back') {
            unwanted.add(expected.get(entry.id) ?? '')
            expected.delete(entry.id)
          } else if (!server.messages.has(entry.id)) expected.delete(entry.id)
        } else if (action === 7) await restart()
        else late.shift()?.()
        if (random.chance(0.5)) await pause(random.int(0, 6))
      }
      environment.random = () => 0
      void handle.flushNow()
      await vi.waitFor(async () => expect(await replica.outbox.count()).toBe(0), 15_000)
      for (const arrive of late) arrive()
      const there = server
        .thread(A)
        .filter((row) => !row.removed_at)
        .map((row) => row.content)
      expect(there.filter((text) => unwanted.has(text))).toEqual([])
      expect(there.toSorted()).toEqual([...expected.values()].toSorted())
    },
    30_000,
  )

  it.each(SEEDS)(
    'CU2 CU6 a log pruned while devices come back ends in a resume or a reset, never in a hole (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      loseAnswers(random)
      await replica.drafts.put({ id: uuid(102), text: 'a draft' })
      const accepted: string[] = []
      for (let i = 0; i < 60; i += 1) {
        const action = random.int(0, 4)
        if (action === 0) accepted.push(await mine())
        if (action === 1) for (let more = random.int(1, 5); more > 0; more -= 1) theirs()
        if (action >= 2) server.pruned.set(CA, random.int(server.pruned.get(CA) ?? 0, server.log(CA).length))
        if (action === 3) server.hangUp(random.pick([1006, 4001]))
        if (action === 4) await restart()
        if (random.chance(0.5)) await pause(random.int(0, 6))
        const existing = new Set([
          ...server.messages.keys(),
          ...(await replica.outbox.toCollection().primaryKeys()),
        ])
        expect(accepted.filter((id) => !existing.has(id))).toEqual([])
      }
      environment.random = () => 0
      void handle.flushNow()
      await settled()
      expect(await replica.drafts.toArray()).toEqual([{ id: uuid(102), text: 'a draft' }])
      expect(server.thread(A).filter((row) => accepted.includes(row.id))).toHaveLength(accepted.length)
    },
    30_000,
  )
})
