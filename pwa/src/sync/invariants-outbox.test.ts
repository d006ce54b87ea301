// Invariants of messages that a user sends and takes back, checked during random events and faults.
import { liveQuery } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { seeded } from '../testing/seeded-random'
import { A, ana, environment, replica, server } from '../testing/sync/device'
import {
  handle,
  loseAnswers,
  sendFromThis,
  pause,
  replay,
  restart,
  SEEDS,
  expectConverged,
  sendFromOther,
  messageCount,
} from '../testing/sync/faulty-device'
import { threadIds } from '../testing/sync/replicas'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

describe('at any time', () => {
  it.each(SEEDS)(
    'MU5 MU7 shows each sent message exactly once, from the start (seed %i)',
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
        if (action <= 4) accepted.add(await sendFromThis())
        if (action === 5) sendFromOther()
        if (action === 6) server.hangUp(random.pick([1006, 1012, 4008]))
        if (action === 7) replay(random)
        if (action === 8) await restart()
        if (action === 9) void handle.flushNow()
        if (random.chance(0.5)) await pause(random.int(0, 6))
      }
      void handle.flushNow()
      environment.random = () => 0
      await expectConverged()
      expect(wrong).toEqual([])
      expect(server.thread(A).filter((row) => accepted.has(row.id))).toHaveLength(accepted.size)
    },
    30_000,
  )

  it.each(SEEDS)(
    'MU10 removes from the server what the user took back while it waited (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      const reliable = { ...environment.endpoints }
      const late: (() => void)[] = []
      const lost = { is: 'later', why: 'timeout', after: 0 } as const
      environment.endpoints.sendMessage = async (body) => {
        // Some requests arrive long after their timeout.
        if (random.chance(0.2)) return (late.push(() => server.send(ana, body)), lost)
        const answer = await reliable.sendMessage(body)
        return random.chance(0.4) ? lost : answer
      }
      environment.endpoints.takeBack = async (id, client) => {
        if (random.chance(0.2)) return lost
        const answer = await reliable.takeBack(id, client)
        return random.chance(0.3) ? lost : answer
      }
      const expected = new Map<string, string>()
      const unwanted = new Set<string>()
      for (let i = 0; i < 60; i += 1) {
        const action = random.int(0, 8)
        const waiting = (await replica.outbox.toArray()).filter((one) => one.kind === 'messages.send')
        if (action <= 2 || waiting.length === 0) {
          const id = await sendFromThis()
          expected.set(id, `text ${messageCount}`)
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
      const serverTexts = server
        .thread(A)
        .filter((row) => !row.removed_at)
        .map((row) => row.content)
      expect(serverTexts.filter((text) => unwanted.has(text))).toEqual([])
      expect(serverTexts.toSorted()).toEqual([...expected.values()].toSorted())
    },
    30_000,
  )
})
