// The outbox's whole state table and its plan: the table is complete, and no entry is lost or stuck.
import { describe, expect, it } from 'vitest'

import type { OutboxEntry } from '../../db/rows/outbox'
import { seeded, seeds } from '../../testing/seeded-random'
import { uuid } from '../../testing/servers/wire-rows'
import { entry, env, NOW, sending } from '../../testing/sync/outbox-entries'
import { ENTRY_TABLE, plan, stepEntry, type EntryEvent, type EntryState } from './state-machine'

const EVENTS: EntryEvent[] = [
  { is: 'take', tab: 't' },
  { is: 'later', why: 'network', after: 0 },
  { is: 'unauthorized' },
  { is: 'rejected', code: 'invalid', message: 'no' },
  { is: 'lease-over' },
  { is: 'sign-in-needed' },
  { is: 'signed-in' },
  { is: 'net-back' },
  { is: 'accepted' },
  { is: 'hurry' },
  { is: 'retry', id: uuid(99) },
  { is: 'edit', id: uuid(98), text: 'new' },
  { is: 'discard' },
  { is: 'taken-back' },
  { is: 'renew', tab: 't' },
]
const STATES: EntryState[] = ['queued', 'sending', 'refused', 'waiting-for-sign-in']

describe('plan', () => {
  const plans = (entries: OutboxEntry[], busy: string[] = []) => plan(entries, new Set(busy), NOW)

  it('MU6 sends one entry of a partition at a time, in the order they were written', () => {
    expect(plans([entry(2), entry(1), entry(3)]).send).toEqual([uuid(1)])
    expect(plans([sending(1), entry(2)]).send).toEqual([])
    expect(plans([entry(1)], ['a']).send).toEqual([])
  })

  it('MU6 sends no entry before an earlier one that waits for its retry', () => {
    expect(plans([entry(1, { next_at: NOW + 5_000 }), entry(2)])).toMatchObject({
      send: [],
      wakeAt: NOW + 5_000,
    })
    expect(plans([entry(1, { state: 'waiting-for-sign-in' }), entry(2)])).toEqual({
      send: [],
      expired: [],
      wakeAt: null,
    })
  })

  it('MU4 sends the rest of the partition after a rejected entry', () => {
    expect(plans([entry(1, { state: 'refused' }), entry(2)]).send).toEqual([uuid(2)])
  })

  it('sends four partitions at once', () => {
    const partitions = [1, 2, 3, 4, 5, 6].map((n) => entry(n, { lane: `partition ${n}` }))
    expect(plans(partitions).send).toHaveLength(4)
    expect(plans(partitions, ['x', 'y', 'z']).send).toHaveLength(1)
  })

  it('returns an entry whose lease has expired in `expired`, and waits for a lease that has not', () => {
    expect(plans([sending(1, { lease: { tab: 't', until: NOW } })]).expired).toEqual([uuid(1)])
    expect(plans([sending(1)]).wakeAt).toBe(NOW + 30_000)
  })

  it('ignores times that only a wrong clock can produce', () => {
    expect(plans([entry(1, { next_at: NOW + 86_400_000 })]).send).toEqual([uuid(1)])
    expect(plans([sending(1, { lease: { tab: 't', until: NOW + 86_400_000 } })]).expired).toEqual([uuid(1)])
  })
})

describe('the transition table', () => {
  it('has one cell for every state and every event', () => {
    for (const row of Object.values(ENTRY_TABLE)) expect(Object.keys(row).sort()).toEqual([...STATES].sort())
  })

  it('MU7 only a discard and the end of a take-back remove an entry', () => {
    for (const event of EVENTS.filter((one) => one.is !== 'discard'))
      for (const state of STATES)
        expect(stepEntry(entry(1, { state, attempts: 1 }), event, env)).not.toBe('gone')
  })

  it.each(seeds(2, 20))(
    'every waiting entry continues with a timer, a sign-in or an action of the user (seed %i)',
    (seed) => {
      const random = seeded(seed)
      let one = entry(1)
      for (let i = 0; i < 2_000; i += 1) {
        const now = NOW + i * 1000
        const next = stepEntry(one, random.pick(EVENTS), { now, random: random.next })
        if (next === 'gone') {
          one = entry(1)
          continue
        }
        one = next
        const { send, expired, wakeAt } = plan([one], new Set(), now)
        if (one.state === 'refused' || one.state === 'waiting-for-sign-in')
          expect([send, expired, wakeAt]).toEqual([[], [], null])
        else
          expect(
            send.length + expired.length === 1 ||
              (wakeAt !== null && wakeAt > now && wakeAt <= now + 300_000),
          ).toBe(true)
      }
    },
  )
})
