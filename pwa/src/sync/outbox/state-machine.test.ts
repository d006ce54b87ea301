// The outbox's state machine and its `plan`.
import { describe, expect, it } from 'vitest'

import type { OutboxEntry } from '../../db/rows/rows'
import { uuid } from '../../testing/servers/wire-rows'
import { seeded } from '../../testing/seeded-random'
import { classifyStatus } from '../connection/endpoints'
import { ENTRY_TABLE, plan, stepEntry, type EntryEvent, type EntryState } from './state-machine'

const NOW = 1_000_000
const env = { now: NOW, random: () => 0.5 }

function entry(n: number, more: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    id: uuid(n),
    lane: 'a',
    n,
    kind: 'messages.send',
    body: { id: uuid(n), client_id: 'a', content: `text ${n}` },
    created_at: '',
    state: 'queued',
    attempts: 0,
    next_at: 0,
    lease: null,
    error: null,
    unconfirmed: false,
    ...more,
  } as OutboxEntry
}
const sending = (n: number, more: Partial<OutboxEntry> = {}): OutboxEntry =>
  entry(n, { state: 'sending', attempts: 1, lease: { tab: 't', until: NOW + 30_000 }, ...more })
function become(start: OutboxEntry, event: EntryEvent): OutboxEntry {
  const next = stepEntry(start, event, env)
  if (typeof next === 'string') throw new Error(next)
  return next
}
const EVENTS: EntryEvent[] = [
  { is: 'take', tab: 't' },
  { is: 'later', why: 'network', after: 0 },
  { is: 'unauthorized' },
  { is: 'refused', code: 'invalid', message: 'no' },
  { is: 'lease-over' },
  { is: 'sign-in-needed' },
  { is: 'signed-in' },
  { is: 'net-back' },
  { is: 'hurry' },
  { is: 'retry', id: uuid(99) },
  { is: 'edit', id: uuid(98), text: 'new' },
  { is: 'discard' },
  { is: 'taken-back' },
  { is: 'renew', tab: 't' },
]
const STATES: EntryState[] = ['queued', 'sending', 'refused', 'waiting-for-sign-in']

describe('answers', () => {
  it.each([500, 502, 503, 504, 408, 425, 429])('MU4 %i is tried again', (status) =>
    expect(classifyStatus(status)).toBe('later'),
  )
  it.each([400, 403, 404, 409, 413, 422])('MU4 %i is final', (status) =>
    expect(classifyStatus(status)).toBe('refused'),
  )
  it('MU4 401 is a matter of signing in, and 2xx is success', () => {
    expect([classifyStatus(401), classifyStatus(200), classifyStatus(201)]).toEqual([
      'unauthorized',
      'ok',
      'ok',
    ])
  })

  it('MU4 a network error is tried again with the same id, later each time and within 5 minutes', () => {
    let one = entry(1)
    const waits: number[] = []
    for (let i = 0; i < 11; i += 1) {
      one = become(become(one, { is: 'take', tab: 't' }), { is: 'later', why: 'network', after: 0 })
      waits.push(one.next_at - NOW)
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000, 150000, 150000])
    expect(one).toMatchObject({ id: uuid(1), state: 'queued', unconfirmed: true })
  })

  it('MU4 a pause that the server asks for is kept, also when the network is back', () => {
    const one = become(sending(1), { is: 'later', why: 'busy', after: 60_000 })
    expect(one.next_at).toBe(NOW + 60_000)
    expect(become(one, { is: 'net-back' }).next_at).toBe(NOW + 60_000)
    expect(become(one, { is: 'hurry' }).next_at).toBe(NOW)
  })

  it('MU4 trouble of a server ends with the next connection, a pause that it asks for does not', () => {
    const one = become(become(sending(1), { is: 'later', why: 'busy', after: 0 }), { is: 'net-back' })
    expect(one.next_at).toBe(NOW)
  })

  it('MU4 a limit is waited for, whatever wants it sooner; only the person may try before', () => {
    const one = become(sending(1), { is: 'later', why: 'limited', after: 60_000, unsent: true })
    expect(one).toMatchObject({ next_at: NOW + 60_000, unconfirmed: false })
    for (const is of ['net-back', 'hurry'] as const) expect(become(one, { is })).toEqual(one)
    expect(become(one, { is: 'retry', id: uuid(99) })).toMatchObject({ next_at: NOW, error: null })
  })

  it('MU4 a refusal is final and shown', () => {
    expect(become(sending(1), { is: 'refused', code: 'invalid', message: 'Too long' })).toMatchObject({
      state: 'refused',
      error: { code: 'invalid', message: 'Too long' },
      lease: null,
    })
  })

  it('MU4 401 waits for sign-in and goes on with it', () => {
    const waiting = become(sending(1), { is: 'unauthorized' })
    expect(waiting.state).toBe('waiting-for-sign-in')
    expect(become(waiting, { is: 'signed-in' })).toMatchObject({ state: 'queued', next_at: NOW })
  })

  it('MU10 what may have reached the server is unconfirmed: every attempt but one that cannot have left', () => {
    for (const why of ['timeout', 'network', 'busy'] as const)
      expect(become(sending(1), { is: 'later', why, after: 0 })).toMatchObject({
        unconfirmed: true,
        state: 'queued',
      })
    expect(become(sending(1), { is: 'later', why: 'network', after: 0, unsent: true })).toMatchObject({
      unconfirmed: false,
    })
    expect(
      become(sending(1, { unconfirmed: true }), { is: 'later', why: 'busy', after: 0, unsent: true }),
    ).toMatchObject({ unconfirmed: true })
    expect(
      become(sending(1, { unconfirmed: true }), { is: 'refused', code: 'x', message: '' }),
    ).toMatchObject({ unconfirmed: true })
    expect(become(sending(1), { is: 'lease-over' })).toMatchObject({ unconfirmed: true, state: 'queued' })
  })
})

describe('what a person does', () => {
  const edit: EntryEvent = { is: 'edit', id: uuid(98), text: 'new' }
  const tried = (more: Partial<OutboxEntry> = {}) => entry(1, { attempts: 1, unconfirmed: true, ...more })

  it('MU10 a text changed after a try gets a new id and replaces the old one, one never tried keeps its own', () => {
    expect(become(entry(1), edit)).toMatchObject({ id: uuid(1), body: { id: uuid(1), content: 'new' } })
    for (const one of [tried(), sending(1)]) {
      const next = become(one, edit)
      expect(next).toMatchObject({
        id: uuid(98),
        body: { id: uuid(98), content: 'new' },
        replaces: uuid(1),
        state: 'queued',
        attempts: 0,
      })
      expect(become(next, { is: 'edit', id: uuid(97), text: 'newer' })).toMatchObject({
        id: uuid(98),
        body: { content: 'newer' },
        replaces: uuid(1),
      })
    }
  })

  it('MU10 an edit is sent once the old id is taken back, and taken back itself once it was tried', () => {
    const before = become(become(tried(), edit), { is: 'take', tab: 't' })
    const after = become(before, { is: 'taken-back' })
    expect(after).toMatchObject({ id: uuid(98), state: 'queued', next_at: NOW, unconfirmed: false })
    expect(after.replaces).toBeUndefined()
    expect(become(become(after, { is: 'take', tab: 't' }), { is: 'discard' })).toMatchObject({
      kind: 'messages.take_back',
      id: uuid(98),
    })
  })

  it('MU10 a discard of what may have arrived becomes a take-back, under the id that may have', () => {
    expect(stepEntry(entry(1), { is: 'discard' }, env)).toBe('gone')
    for (const one of [tried(), sending(1), tried({ state: 'refused' })])
      expect(become(one, { is: 'discard' })).toMatchObject({
        kind: 'messages.take_back',
        id: uuid(1),
        state: 'queued',
        lane: 'take-back:a',
        lease: null,
      })
    expect(become(become(tried(), edit), { is: 'discard' })).toMatchObject({
      kind: 'messages.take_back',
      id: uuid(1),
      body: { id: uuid(1) },
    })
    expect(become(tried({ state: 'waiting-for-sign-in' }), { is: 'discard' })).toMatchObject({
      kind: 'messages.take_back',
      state: 'waiting-for-sign-in',
    })
    for (const code of ['message_id_taken', 'taken_back'])
      expect(
        stepEntry(tried({ state: 'refused', error: { code, message: '' } }), { is: 'discard' }, env),
      ).toBe('gone')
  })

  it('MU9 a take-back that came too late stays until the person has seen it; an edit is then sent by a retry alone', () => {
    const late: EntryEvent = { is: 'refused', code: 'already_read', message: '' }
    const back = become(become(become(tried(), { is: 'discard' }), { is: 'take', tab: 't' }), late)
    expect(back).toMatchObject({ kind: 'messages.take_back', state: 'refused' })
    expect(stepEntry(back, { is: 'discard' }, env)).toBe('gone')
    const edited = become(become(become(tried(), edit), { is: 'take', tab: 't' }), late)
    expect(edited).toMatchObject({ id: uuid(98), state: 'refused', replaces: uuid(1) })
    expect(become(edited, { is: 'retry', id: uuid(99) }).replaces).toBeUndefined()
    expect(become(edited, { is: 'discard' })).toMatchObject({ kind: 'messages.take_back', id: uuid(1) })
  })

  it('MU10 a file goes again with an edit under a key of its own; one that only the server has is not edited', () => {
    const file = { key: 'f', name: 'a.pdf', type: '', size: 1 }
    const body = { id: uuid(1), client_id: 'a', content: 'text', attachment_url: '/f.pdf' }
    const next = become(tried({ kind: 'messages.send', body: { ...body, file } }), edit)
    expect(next.body).toEqual({
      id: uuid(98),
      client_id: 'a',
      content: 'new',
      file: { ...file, key: uuid(98) },
    })
    const uneditable = tried({ kind: 'messages.send', body })
    expect(become(uneditable, edit)).toBe(uneditable)
  })

  it('MU2 an id that is taken is not tried again', () => {
    const taken = entry(1, {
      state: 'refused',
      attempts: 1,
      error: { code: 'message_id_taken', message: '' },
    })
    expect(become(taken, { is: 'retry', id: uuid(99) })).toMatchObject({ id: uuid(99), state: 'queued' })
    const other = entry(1, { state: 'refused', attempts: 1, error: { code: 'invalid', message: '' } })
    expect(become(other, { is: 'retry', id: uuid(99) })).toMatchObject({
      id: uuid(1),
      state: 'queued',
      error: null,
    })
  })
})

describe('the plan', () => {
  const plans = (entries: OutboxEntry[], busy: string[] = []) => plan(entries, new Set(busy), NOW)

  it('MU6 sends one entry of a lane at a time, in the order they were written', () => {
    expect(plans([entry(2), entry(1), entry(3)]).send).toEqual([uuid(1)])
    expect(plans([sending(1), entry(2)]).send).toEqual([])
    expect(plans([entry(1)], ['a']).send).toEqual([])
  })

  it('MU6 a later entry does not overtake one that waits for its next try', () => {
    expect(plans([entry(1, { next_at: NOW + 5_000 }), entry(2)])).toMatchObject({
      send: [],
      wakeAt: NOW + 5_000,
    })
    expect(plans([entry(1, { state: 'waiting-for-sign-in' }), entry(2)])).toEqual({
      send: [],
      free: [],
      wakeAt: null,
    })
  })

  it('MU4 a refused entry lets its lane go on', () => {
    expect(plans([entry(1, { state: 'refused' }), entry(2)]).send).toEqual([uuid(2)])
  })

  it('sends four lanes at once', () => {
    const partitions = [1, 2, 3, 4, 5, 6].map((n) => entry(n, { lane: `lane ${n}` }))
    expect(plans(partitions).send).toHaveLength(4)
    expect(plans(partitions, ['x', 'y', 'z']).send).toHaveLength(1)
  })

  it('frees an entry whose sender is overdue, and waits for one that is not', () => {
    expect(plans([sending(1, { lease: { tab: 't', until: NOW } })]).free).toEqual([uuid(1)])
    expect(plans([sending(1)]).wakeAt).toBe(NOW + 30_000)
  })

  it('does not believe times that only a wrong clock can have made', () => {
    expect(plans([entry(1, { next_at: NOW + 86_400_000 })]).send).toEqual([uuid(1)])
    expect(plans([sending(1, { lease: { tab: 't', until: NOW + 86_400_000 } })]).free).toEqual([uuid(1)])
  })
})

describe('the table as a whole', () => {
  it('has a cell for every state and every event', () => {
    for (const row of Object.values(ENTRY_TABLE)) expect(Object.keys(row).sort()).toEqual([...STATES].sort())
  })

  it('MU7 no event but a discard and the end of a take-back makes an entry go', () => {
    for (const event of EVENTS.filter((one) => one.is !== 'discard'))
      for (const state of STATES)
        expect(stepEntry(entry(1, { state, attempts: 1 }), event, env)).not.toBe('gone')
  })

  it.each([1, 2, 3, 4])(
    'every entry that waits has a timer, a sign-in or a person to go on with (seed %i)',
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
        const { send, free, wakeAt } = plan([one], new Set(), now)
        if (one.state === 'refused' || one.state === 'waiting-for-sign-in')
          expect([send, free, wakeAt]).toEqual([[], [], null])
        else
          expect(
            send.length + free.length === 1 || (wakeAt !== null && wakeAt > now && wakeAt <= now + 300_000),
          ).toBe(true)
      }
    },
  )
})
