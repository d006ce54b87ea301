// A message is stored and shown exactly once: its response and its change come in any order, and tabs crash.
import { liveQuery } from 'dexie'
import { describe, expect, it, vi } from 'vitest'

import type { MessageEndpoints } from '../../synced/messaging/endpoints'
import { seeded, seeds } from '../../testing/seeded-random'
import { uuid } from '../../testing/servers/wire-rows'
import { threadIds } from '../../testing/sync/replicas'
import {
  A,
  isEmpty,
  user,
  network,
  enqueueMessages,
  replica,
  run,
  server,
  waitUntil,
} from '../../testing/sync/running-outbox'
import { ingest } from '../replica/ingest'

describe('response and change', () => {
  /** How often a screen shows the message now: rows and entries of the thread. */
  const timesShown = () =>
    replica.transaction('r', replica.messages, replica.outbox, async () => {
      const rows = await threadIds(replica, A)
      const waiting = await replica.outbox.where('lane').equals(A).primaryKeys()
      return [...rows, ...waiting].filter((id) => id === uuid(1)).length
    })

  /** How often a screen showed it after each change of the store. */
  function watch(): { shown: number[]; stop: () => void } {
    const shown: number[] = []
    const query = liveQuery(timesShown).subscribe((count) => shown.push(count))
    return { shown, stop: () => query.unsubscribe() }
  }
  const sendChange = () => {
    const log = server.log(`c:${A}`)
    return ingest(replica, { t: 'ch', s: `c:${A}`, from: 1, to: log.length, at: 'x', d: log })
  }

  it.each(['response first', 'change first'] as const)(
    'MU5 shows a message exactly once: %s',
    async (order) => {
      await enqueueMessages(1)
      const { shown, stop } = watch()
      let answer: () => void = () => undefined
      const held = new Promise<void>((resolve) => (answer = resolve))
      void run({
        sendMessage: async (sent) => {
          const stored = await server.endpointsFor(user).sendMessage(sent)
          await held
          return stored
        },
      }).sendDue()
      await waitUntil(() => Promise.resolve(server.messages.has(uuid(1))))
      if (order === 'change first') await sendChange()
      expect(await timesShown()).toBe(1)
      answer()
      await waitUntil(isEmpty)
      if (order === 'response first') await sendChange()
      await waitUntil(() => Promise.resolve(shown.length > 0))
      stop()
      expect(new Set(shown)).toEqual(new Set([1]))
      expect((await replica.messages.get(uuid(1)))?._s).toEqual([`c:${A}`])
      expect([await replica.messages.count(), await replica.outbox.count()]).toEqual([1, 0])
    },
  )
})

describe('crashes', () => {
  it.each(seeds(3, 40))('MU7 no crash loses or duplicates an entry (seed %i)', async (seed) => {
    const random = seeded(seed)
    const total = 12
    let written = 0
    const flaky: MessageEndpoints['sendMessage'] = async (sent) => {
      if (random.chance(0.25)) return network
      const answer = await server.endpointsFor(user).sendMessage(sent)
      return random.chance(0.3)
        ? { is: 'later', why: random.pick(['timeout', 'network', 'busy']), after: 0 }
        : answer
    }
    let runner = run({ sendMessage: flaky }, 'tab 0')
    for (let round = 0; written < total || !(await isEmpty()); round += 1) {
      if (written < total) await enqueueMessages((written += 1))
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
      if (round > 500) throw new Error('The messages were not sent.')
    }
    const order = server.thread(A).map((row) => row.id)
    expect(order).toEqual(Array.from({ length: total }, (_, i) => uuid(i + 1)))
    expect(await threadIds(replica, A)).toEqual(order)
  })
})
