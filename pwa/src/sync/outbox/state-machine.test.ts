// The outbox's state machine, event by event: responses of the server, and actions of the user.
import { describe, expect, it } from 'vitest'

import type { OutboxEntry } from '../../db/rows/outbox'
import { uuid } from '../../testing/servers/wire-rows'
import { nextEntry, entry, env, NOW, sending } from '../../testing/sync/outbox-entries'
import { classifyStatus } from '../protocol/endpoints'
import { stepEntry, type EntryEvent } from './state-machine'

describe('responses', () => {
  it.each([500, 502, 503, 504, 408, 425, 429])('MU4 retries after %i', (status) =>
    expect(classifyStatus(status)).toBe('later'),
  )
  it.each([400, 403, 404, 409, 413, 422])('MU4 %i is final', (status) =>
    expect(classifyStatus(status)).toBe('rejected'),
  )
  it('MU4 waits for sign-in after 401, and succeeds with 2xx', () => {
    expect([classifyStatus(401), classifyStatus(200), classifyStatus(201)]).toEqual([
      'unauthorized',
      'ok',
      'ok',
    ])
  })

  it('MU4 retries after a network error with the same id, later each time and within 5 minutes', () => {
    let one = entry(1)
    const waits: number[] = []
    for (let i = 0; i < 11; i += 1) {
      one = nextEntry(nextEntry(one, { is: 'take', tab: 't' }), { is: 'later', why: 'network', after: 0 })
      waits.push(one.next_at - NOW)
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000, 150000, 150000])
    expect(one).toMatchObject({ id: uuid(1), state: 'queued', unconfirmed: true })
  })

  it('MU4 keeps a pause that the server requests, also when the network returns', () => {
    const one = nextEntry(sending(1), { is: 'later', why: 'busy', after: 60_000 })
    expect(one.next_at).toBe(NOW + 60_000)
    expect(nextEntry(one, { is: 'net-back' }).next_at).toBe(NOW + 60_000)
    expect(nextEntry(one, { is: 'hurry' }).next_at).toBe(NOW)
  })

  it('MU4 retries after a server error at the next connection, if the server requested no pause', () => {
    const one = nextEntry(nextEntry(sending(1), { is: 'later', why: 'busy', after: 0 }), { is: 'net-back' })
    expect(one.next_at).toBe(NOW)
  })

  it('MU4 waits for the end of a rate limit, and only the user can retry earlier', () => {
    const one = nextEntry(sending(1), { is: 'later', why: 'limited', after: 60_000, unsent: true })
    expect(one).toMatchObject({ next_at: NOW + 60_000, unconfirmed: false })
    for (const is of ['net-back', 'hurry'] as const) expect(nextEntry(one, { is })).toEqual(one)
    expect(nextEntry(one, { is: 'retry', id: uuid(99) })).toMatchObject({ next_at: 0, error: null })
  })

  it('MU4 keeps and shows a final error', () => {
    expect(nextEntry(sending(1), { is: 'rejected', code: 'invalid', message: 'Too long' })).toMatchObject({
      state: 'refused',
      error: { code: 'invalid', message: 'Too long' },
      lease: null,
    })
  })

  it('MU4 waits for sign-in after 401, and then continues', () => {
    const waiting = nextEntry(sending(1), { is: 'unauthorized' })
    expect(waiting.state).toBe('waiting-for-sign-in')
    expect(nextEntry(waiting, { is: 'signed-in' })).toMatchObject({ state: 'queued', next_at: NOW })
  })

  it('MU10 an entry is unconfirmed after every attempt that may have reached the server', () => {
    for (const why of ['timeout', 'network', 'busy'] as const)
      expect(nextEntry(sending(1), { is: 'later', why, after: 0 })).toMatchObject({
        unconfirmed: true,
        state: 'queued',
      })
    expect(nextEntry(sending(1), { is: 'later', why: 'network', after: 0, unsent: true })).toMatchObject({
      unconfirmed: false,
    })
    expect(
      nextEntry(sending(1, { unconfirmed: true }), { is: 'later', why: 'busy', after: 0, unsent: true }),
    ).toMatchObject({ unconfirmed: true })
    expect(
      nextEntry(sending(1, { unconfirmed: true }), { is: 'rejected', code: 'x', message: '' }),
    ).toMatchObject({ unconfirmed: true })
    expect(nextEntry(sending(1), { is: 'lease-over' })).toMatchObject({ unconfirmed: true, state: 'queued' })
  })
})

describe('actions of the user', () => {
  const edit: EntryEvent = { is: 'edit', id: uuid(98), text: 'new' }
  const tried = (more: Partial<OutboxEntry> = {}) => entry(1, { attempts: 1, unconfirmed: true, ...more })

  it('MU10 a text that is edited after an attempt gets a new id; before any attempt it keeps its id', () => {
    expect(nextEntry(entry(1), edit)).toMatchObject({ id: uuid(1), body: { id: uuid(1), content: 'new' } })
    for (const one of [tried(), sending(1)]) {
      const next = nextEntry(one, edit)
      expect(next).toMatchObject({
        id: uuid(98),
        body: { id: uuid(98), content: 'new' },
        replaces: uuid(1),
        state: 'queued',
        attempts: 0,
      })
      expect(nextEntry(next, { is: 'edit', id: uuid(97), text: 'newer' })).toMatchObject({
        id: uuid(98),
        body: { content: 'newer' },
        replaces: uuid(1),
      })
    }
  })

  it('MU10 sends an edit after its old id is taken back, and takes back the edit itself after an attempt', () => {
    const before = nextEntry(nextEntry(tried(), edit), { is: 'take', tab: 't' })
    const after = nextEntry(before, { is: 'taken-back' })
    expect(after).toMatchObject({ id: uuid(98), state: 'queued', next_at: 0, unconfirmed: false })
    expect(after.replaces).toBeUndefined()
    expect(nextEntry(nextEntry(after, { is: 'take', tab: 't' }), { is: 'discard' })).toMatchObject({
      kind: 'messages.take_back',
      id: uuid(98),
    })
  })

  it('MU10 a discarded message that may have arrived becomes a take-back of its id', () => {
    expect(stepEntry(entry(1), { is: 'discard' }, env)).toBe('gone')
    for (const one of [tried(), sending(1), tried({ state: 'refused' })])
      expect(nextEntry(one, { is: 'discard' })).toMatchObject({
        kind: 'messages.take_back',
        id: uuid(1),
        state: 'queued',
        lane: 'take-back:a',
        lease: null,
      })
    expect(nextEntry(nextEntry(tried(), edit), { is: 'discard' })).toMatchObject({
      kind: 'messages.take_back',
      id: uuid(1),
      body: { id: uuid(1) },
    })
    expect(nextEntry(tried({ state: 'waiting-for-sign-in' }), { is: 'discard' })).toMatchObject({
      kind: 'messages.take_back',
      state: 'waiting-for-sign-in',
    })
    for (const code of ['message_id_taken', 'taken_back'])
      expect(
        stepEntry(tried({ state: 'refused', error: { code, message: '' } }), { is: 'discard' }, env),
      ).toBe('gone')
  })

  it('MU9 a late take-back stays until the user discards it, and only a retry sends the edit', () => {
    const late: EntryEvent = { is: 'rejected', code: 'already_read', message: '' }
    const back = nextEntry(nextEntry(nextEntry(tried(), { is: 'discard' }), { is: 'take', tab: 't' }), late)
    expect(back).toMatchObject({ kind: 'messages.take_back', state: 'refused' })
    expect(stepEntry(back, { is: 'discard' }, env)).toBe('gone')
    const edited = nextEntry(nextEntry(nextEntry(tried(), edit), { is: 'take', tab: 't' }), late)
    expect(edited).toMatchObject({ id: uuid(98), state: 'refused', replaces: uuid(1) })
    expect(nextEntry(edited, { is: 'retry', id: uuid(99) }).replaces).toBeUndefined()
    expect(nextEntry(edited, { is: 'discard' })).toMatchObject({ kind: 'messages.take_back', id: uuid(1) })
  })

  it('MU10 sends the file again with an edit, under a new key; rejects an edit if only the server has the file', () => {
    const file = { key: 'f', name: 'a.pdf', type: '', size: 1 }
    const body = { id: uuid(1), client_id: 'a', content: 'text', attachment_url: '/f.pdf' }
    const next = nextEntry(tried({ kind: 'messages.send', body: { ...body, file } }), edit)
    expect(next.body).toEqual({
      id: uuid(98),
      client_id: 'a',
      content: 'new',
      file: { ...file, key: uuid(98) },
    })
    const uneditable = tried({ kind: 'messages.send', body })
    expect(nextEntry(uneditable, edit)).toBe(uneditable)
  })

  it('MU2 does not retry with an id that is taken', () => {
    const taken = entry(1, {
      state: 'refused',
      attempts: 1,
      error: { code: 'message_id_taken', message: '' },
    })
    expect(nextEntry(taken, { is: 'retry', id: uuid(99) })).toMatchObject({ id: uuid(99), state: 'queued' })
    const other = entry(1, { state: 'refused', attempts: 1, error: { code: 'invalid', message: '' } })
    expect(nextEntry(other, { is: 'retry', id: uuid(99) })).toMatchObject({
      id: uuid(1),
      state: 'queued',
      error: null,
    })
  })
})
