// Invariants of the rows that a device stores, checked while random events and faults happen.
import type { Table } from 'dexie'
import { describe, expect, it } from 'vitest'

import type { WireRow } from '../db/rows/rows'
import { seeded } from '../testing/seeded-random'
import { uuid } from '../testing/servers/wire-rows'
import { A, CA, environment, replica, server } from '../testing/sync/device'
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

describe('at any time', () => {
  it.each(SEEDS)(
    'CL3 no row returns to an older version, and no deleted row reappears (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      const seen = new Map<string, number>()
      const wrong: string[] = []
      for (const name of ['messages', 'threads']) {
        const table: Table<WireRow, string> = replica.table(name)
        const stored = (id: string, v: number, isDeleted: boolean): void => {
          const before = seen.get(id) ?? 0
          if (v < before) wrong.push(`${id}: ${v} after ${before}`)
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
      const reliable = { ...environment.endpoints }
      environment.endpoints.readThread = async (body) => {
        const answer = await reliable.readThread(body)
        await pause(random.int(0, 12))
        return answer
      }
      const deleted = new Set<string>()
      for (let i = 0; i < 60; i += 1) {
        const action = random.int(0, 10)
        if (action === 10)
          await handle.enqueue({ kind: 'threads.read', body: { id: A, read_to: uuid(messageCount) } })
        if (action <= 3) sendFromOther()
        if (action === 4) await sendFromThis()
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
      await expectConverged()
      expect(wrong).toEqual([])
      expect((await threadIds(replica, A)).filter((id) => deleted.has(id))).toEqual([])
    },
    30_000,
  )

  it.each(SEEDS)(
    'CU2 CU6 pruning during a reconnect leads to a resume or a reset, never to a gap (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      loseAnswers(random)
      await replica.drafts.put({ id: uuid(102), text: 'a draft' })
      const accepted: string[] = []
      for (let i = 0; i < 60; i += 1) {
        const action = random.int(0, 4)
        if (action === 0) accepted.push(await sendFromThis())
        if (action === 1) for (let more = random.int(1, 5); more > 0; more -= 1) sendFromOther()
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
      await expectConverged()
      expect(await replica.drafts.toArray()).toEqual([{ id: uuid(102), text: 'a draft' }])
      expect(server.thread(A).filter((row) => accepted.includes(row.id))).toHaveLength(accepted.length)
    },
    30_000,
  )
})
