// The whole outbox, on a real replica, against a server whose responses get lost.
import { liveQuery } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { MessageBody } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { ModelServer, type TestUser } from '../../testing/servers/model-server'
import { freshReplica, readyStream, threadIds } from '../../testing/sync/replicas'
import { uuid } from '../../testing/servers/wire-rows'
import { seeded } from '../../testing/seeded-random'
import { outboxLock } from '../tabs/locks'
import type { Answer } from '../connection/endpoints'
import type { MessageEndpoints } from '../../synced/messaging/endpoints'
import { requestsOver } from '../../synced/messaging/requests'
import { ingest } from '../replica/ingest'
import { runOutbox, type OutboxRunner } from './outbox'
import { enqueue } from './enqueue'

const A = uuid(101)
const B = uuid(102)
const me: TestUser = { id: uuid(900), role: 'client', clientId: A }
const body = (n: number, client = A): MessageBody => ({
  id: uuid(n),
  client_id: client,
  content: `text ${n}`,
})

let replica: Replica
let server: ModelServer
const runners: OutboxRunner[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  replica = freshReplica()
  server = new ModelServer()
  await replica.streams.put(readyStream(`c:${A}`))
})
afterEach(async () => {
  for (const one of runners.splice(0)) await one.stop()
  vi.useRealTimers()
})

function run(endpoints: Partial<MessageEndpoints> = {}, tab = 'tab 1'): OutboxRunner {
  const runner = runOutbox({
    replica,
    send: requestsOver({ ...server.endpointsFor(me), ...endpoints }).send,
    tab,
    random: () => 0.5,
    acquireLock: outboxLock('u', null),
  })
  runners.push(runner)
  return runner
}
const queue = (...ns: number[]) =>
  Promise.all(ns.map((n) => enqueue(replica, { kind: 'messages.send', body: body(n) })))
/** Runs store work and due timers until `done`. */
async function until(done: () => Promise<boolean>, stepMs = 1): Promise<void> {
  for (let i = 0; i < 5_000; i += 1) {
    if (await done()) return
    await vi.advanceTimersByTimeAsync(stepMs)
  }
  throw new Error('It never happened.')
}
const empty = async (): Promise<boolean> => (await replica.outbox.count()) === 0
const states = async (): Promise<string[]> =>
  (await replica.outbox.orderBy('[lane+n]').toArray()).map((one) => one.state)
const endpoint =
  (answers: (Answer<never> | 'through')[], seen: string[] = []): MessageEndpoints['sendMessage'] =>
  (sent) => {
    seen.push(sent.id)
    const next = answers.shift() ?? 'through'
    return next === 'through' ? server.endpointsFor(me).sendMessage(sent) : Promise.resolve(next)
  }
const network: Answer<never> = { is: 'later', why: 'network', after: 0 }

describe('sending', () => {
  it('MU6 sends a lane one at a time, in the order it was written', async () => {
    await queue(3, 1, 2)
    const seen: string[] = []
    let open = 0
    void run({
      sendMessage: async (sent) => {
        open += 1
        expect(open).toBe(1)
        seen.push(sent.id)
        const answer = await server.endpointsFor(me).sendMessage(sent)
        open -= 1
        return answer
      },
    }).sendDue()
    await until(empty)
    expect(seen).toEqual([uuid(3), uuid(1), uuid(2)])
    expect(await threadIds(replica, A)).toEqual([uuid(3), uuid(1), uuid(2)])
  })

  it('MU1 tries again with the same id after a lost answer, and the server stores it once', async () => {
    await queue(1)
    const seen: string[] = []
    let lost = false
    void run({
      sendMessage: async (sent) => {
        seen.push(sent.id)
        const answer = await server.endpointsFor(me).sendMessage(sent)
        if (lost) return answer
        lost = true
        return { is: 'later', why: 'timeout', after: 0 }
      },
    }).sendDue()
    await until(async () => (await replica.outbox.get(uuid(1)))?.unconfirmed === true)
    await until(empty, 100)
    expect(seen).toEqual([uuid(1), uuid(1)])
    expect([server.messages.size, await threadIds(replica, A)]).toEqual([1, [uuid(1)]])
  })

  it('MU4 a refusal stays, shown, and the lane goes on', async () => {
    await queue(1, 2)
    void run({ sendMessage: endpoint([{ is: 'refused', code: 'invalid', message: 'no' }]) }).sendDue()
    await until(async () => server.messages.has(uuid(2)) && (await replica.outbox.count()) === 1)
    expect(await replica.outbox.get(uuid(1))).toMatchObject({
      state: 'refused',
      error: { code: 'invalid', message: 'no' },
      refused_after: '',
    })
  })

  it('MU4 401 pauses everything until sign-in', async () => {
    await queue(1, 2)
    await enqueue(replica, { kind: 'messages.send', body: body(3, B) })
    const seen: string[] = []
    const runner = run({ sendMessage: endpoint([{ is: 'unauthorized' }, { is: 'unauthorized' }], seen) })
    void runner.sendDue()
    await until(async () => (await states()).every((state) => state === 'waiting-for-sign-in'))
    const tries = seen.length
    await vi.advanceTimersByTimeAsync(600_000)
    expect(seen).toHaveLength(tries)
    void runner.applyAll({ is: 'signed-in' })
    await until(empty)
    expect(server.messages.size).toBe(3)
  })

  it('MU4 the timer always re-arms: after any number of failures the entry is sent at last', async () => {
    await queue(1)
    void run({ sendMessage: endpoint(Array<Answer<never>>(12).fill(network)) }).sendDue()
    await until(empty, 5_000)
    expect(server.messages.has(uuid(1))).toBe(true)
  })

  it('takes over from a tab that died while sending, after its lease', async () => {
    await queue(1)
    void run({ sendMessage: () => new Promise(() => undefined) }, 'dead tab').sendDue()
    await until(async () => (await states())[0] === 'sending')
    const seen: string[] = []
    void run({ sendMessage: endpoint([], seen) }, 'tab 2').sendDue()
    await vi.advanceTimersByTimeAsync(25_000)
    expect(seen).toEqual([])
    await until(empty, 1_000)
    expect(seen).toEqual([uuid(1)])
  })
})

describe('what is accepted', () => {
  it('a newer read marker replaces the one that waits, and does not wait behind messages', async () => {
    await queue(1)
    for (const n of [5, 6])
      await enqueue(replica, { kind: 'threads.read', body: { id: A, read_to: uuid(n) } })
    const waiting = await replica.outbox.where('lane').equals(`read:${A}`).toArray()
    expect(waiting.map((one) => one.body)).toEqual([{ id: A, read_to: uuid(6) }])
    void run({ sendMessage: () => new Promise(() => undefined) }).sendDue()
    await until(async () => (await replica.outbox.count()) === 1)
    expect(await replica.threads.get(A)).toMatchObject({ client_read_to: uuid(6) })
  })

  it('sending a draft takes it away in the same transaction; another draft stays', async () => {
    await replica.drafts.bulkPut([
      { id: A, text: ' text 1\n' },
      { id: B, text: 'still writing' },
    ])
    await queue(1)
    await enqueue(replica, { kind: 'messages.send', body: body(2, B) })
    expect(await replica.drafts.toArray()).toEqual([{ id: B, text: 'still writing' }])
  })
})

describe('answer and echo', () => {
  /** The ids that a screen shows after each change of the store: rows and entries of the thread. */
  function watch(): { shown: number[]; stop: () => void } {
    const shown: number[] = []
    const query = liveQuery(() =>
      replica.transaction('r', replica.messages, replica.outbox, async () => {
        const rows = await threadIds(replica, A)
        const waiting = await replica.outbox.where('lane').equals(A).primaryKeys()
        return [...rows, ...waiting].filter((id) => id === uuid(1)).length
      }),
    ).subscribe((count) => shown.push(count))
    return { shown, stop: () => query.unsubscribe() }
  }
  const echo = () => {
    const log = server.log(`c:${A}`)
    return ingest(replica, { t: 'ch', s: `c:${A}`, from: 1, to: log.length, at: 'x', d: log })
  }

  it.each(['answer first', 'echo first'] as const)(
    'MU5 a message never shows twice or not at all: %s',
    async (order) => {
      await queue(1)
      const { shown, stop } = watch()
      let answer: () => void = () => undefined
      const held = new Promise<void>((resolve) => (answer = resolve))
      void run({
        sendMessage: async (sent) => {
          const stored = await server.endpointsFor(me).sendMessage(sent)
          await held
          return stored
        },
      }).sendDue()
      await until(() => Promise.resolve(server.messages.has(uuid(1))))
      if (order === 'echo first') await echo()
      answer()
      await until(empty)
      if (order === 'answer first') await echo()
      await until(() => Promise.resolve(shown.length > 0))
      stop()
      expect(new Set(shown)).toEqual(new Set([1]))
      expect((await replica.messages.get(uuid(1)))?._s).toEqual([`c:${A}`])
      expect([await replica.messages.count(), await replica.outbox.count()]).toEqual([1, 0])
    },
  )
})

describe('crashes', () => {
  it.each(Array.from({ length: 8 }, (_, i) => i + 1))(
    'MU7 no entry is lost or doubled at any crash (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      const total = 12
      let written = 0
      const flaky: MessageEndpoints['sendMessage'] = async (sent) => {
        if (random.chance(0.25)) return network
        const answer = await server.endpointsFor(me).sendMessage(sent)
        return random.chance(0.3)
          ? { is: 'later', why: random.pick(['timeout', 'network', 'busy']), after: 0 }
          : answer
      }
      let runner = run({ sendMessage: flaky }, 'tab 0')
      for (let round = 0; written < total || !(await empty()); round += 1) {
        if (written < total) await queue((written += 1))
        void runner.sendDue()
        for (let i = random.int(0, 6); i > 0; i -= 1) await vi.advanceTimersByTimeAsync(random.int(0, 2_000))
        if (random.chance(0.4)) {
          await runner.stop()
          runner = run({ sendMessage: flaky }, `tab ${round}`)
          // Every new leader ends all leases, because the former sender has stopped.
          void runner.start()
        }
        const stored = new Set([
          ...(await replica.outbox.toCollection().primaryKeys()),
          ...(await threadIds(replica, A)),
        ])
        expect(stored.size).toBe(written)
        if (round > 500) throw new Error('It never got through.')
      }
      const order = server.thread(A).map((row) => row.id)
      expect(order).toEqual(Array.from({ length: total }, (_, i) => uuid(i + 1)))
      expect(await threadIds(replica, A)).toEqual(order)
    },
  )
})
