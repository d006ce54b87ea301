// The whole outbox: what it accepts, and what it sends again, in which order and after which answer.
import { describe, expect, it, vi } from 'vitest'

import { uuid } from '../../testing/servers/wire-rows'
import { threadIds } from '../../testing/sync/replicas'
import {
  A,
  B,
  body,
  isEmpty,
  endpoint,
  user,
  network,
  enqueueMessages,
  replica,
  run,
  server,
  states,
  waitUntil,
} from '../../testing/sync/running-outbox'
import type { Answer } from '../protocol/endpoints'
import { enqueue } from './enqueue'

describe('sending', () => {
  it('MU6 sends the entries of a partition one at a time, in the order they were written', async () => {
    await enqueueMessages(3, 1, 2)
    const seen: string[] = []
    let open = 0
    void run({
      sendMessage: async (sent) => {
        open += 1
        expect(open).toBe(1)
        seen.push(sent.id)
        const answer = await server.endpointsFor(user).sendMessage(sent)
        open -= 1
        return answer
      },
    }).sendDue()
    await waitUntil(isEmpty)
    expect(seen).toEqual([uuid(3), uuid(1), uuid(2)])
    expect(await threadIds(replica, A)).toEqual([uuid(3), uuid(1), uuid(2)])
  })

  it('CK3 sends a message of a tab whose clock is ahead of the sender’s at once', async () => {
    const now = Date.now()
    vi.setSystemTime(now + 180_000)
    await enqueueMessages(1)
    vi.setSystemTime(now)
    void run().sendDue()
    // Within 5 s.
    await waitUntil(isEmpty)
    expect(await threadIds(replica, A)).toEqual([uuid(1)])
  })

  it('MU1 retries with the same id after a lost response, and the server stores the message once', async () => {
    await enqueueMessages(1)
    const seen: string[] = []
    let lost = false
    void run({
      sendMessage: async (sent) => {
        seen.push(sent.id)
        const answer = await server.endpointsFor(user).sendMessage(sent)
        if (lost) return answer
        lost = true
        return { is: 'later', why: 'timeout', after: 0 }
      },
    }).sendDue()
    await waitUntil(async () => (await replica.outbox.get(uuid(1)))?.unconfirmed === true)
    await waitUntil(isEmpty, 100)
    expect(seen).toEqual([uuid(1), uuid(1)])
    expect([server.messages.size, await threadIds(replica, A)]).toEqual([1, [uuid(1)]])
  })

  it('MU4 keeps and shows a rejected entry, and sends the rest of the partition', async () => {
    await enqueueMessages(1, 2)
    void run({ sendMessage: endpoint([{ is: 'rejected', code: 'invalid', message: 'no' }]) }).sendDue()
    await waitUntil(async () => server.messages.has(uuid(2)) && (await replica.outbox.count()) === 1)
    expect(await replica.outbox.get(uuid(1))).toMatchObject({
      state: 'refused',
      error: { code: 'invalid', message: 'no' },
      refused_after: '',
    })
  })

  it('MU4 pauses the outbox after 401 until sign-in', async () => {
    await enqueueMessages(1, 2)
    await enqueue(replica, { kind: 'messages.send', body: body(3, B) })
    const seen: string[] = []
    const runner = run({ sendMessage: endpoint([{ is: 'unauthorized' }, { is: 'unauthorized' }], seen) })
    void runner.sendDue()
    await waitUntil(async () => (await states()).every((state) => state === 'waiting-for-sign-in'))
    const tries = seen.length
    await vi.advanceTimersByTimeAsync(600_000)
    expect(seen).toHaveLength(tries)
    void runner.applyAll({ is: 'signed-in' })
    await waitUntil(isEmpty)
    expect(server.messages.size).toBe(3)
  })

  it('MU4 the timer is always set again: the entry is sent after any number of failures', async () => {
    await enqueueMessages(1)
    void run({ sendMessage: endpoint(Array<Answer<never>>(12).fill(network)) }).sendDue()
    await waitUntil(isEmpty, 5_000)
    expect(server.messages.has(uuid(1))).toBe(true)
  })

  it('sends the entry of a tab that ended while sending, after its lease', async () => {
    await enqueueMessages(1)
    void run({ sendMessage: () => new Promise(() => undefined) }, 'dead tab').sendDue()
    await waitUntil(async () => (await states())[0] === 'sending')
    const seen: string[] = []
    void run({ sendMessage: endpoint([], seen) }, 'tab 2').sendDue()
    await vi.advanceTimersByTimeAsync(25_000)
    expect(seen).toEqual([])
    await waitUntil(isEmpty, 1_000)
    expect(seen).toEqual([uuid(1)])
  })
})

describe('accepted entries', () => {
  it('replaces a waiting read marker with a newer one, and sends it before waiting messages', async () => {
    await enqueueMessages(1)
    for (const n of [5, 6])
      await enqueue(replica, { kind: 'threads.read', body: { id: A, read_to: uuid(n) } })
    const waiting = await replica.outbox.where('lane').equals(`read:${A}`).toArray()
    expect(waiting.map((one) => one.body)).toEqual([{ id: A, read_to: uuid(6) }])
    void run({ sendMessage: () => new Promise(() => undefined) }).sendDue()
    await waitUntil(async () => (await replica.outbox.count()) === 1)
    expect(await replica.threads.get(A)).toMatchObject({ client_read_to: uuid(6) })
  })

  it('replaces a waiting mark “needs no answer” with its undo', async () => {
    server.send(user, body(1))
    const mark = (is_resolved: boolean) =>
      enqueue(replica, { kind: 'threads.resolve', body: { id: A, resolved_to: uuid(1), is_resolved } })
    await mark(true)
    await mark(false)
    const waiting = await replica.outbox.where('lane').equals(`resolve:${A}`).toArray()
    expect(waiting.map((one) => one.body)).toEqual([{ id: A, resolved_to: uuid(1), is_resolved: false }])
    await mark(true)
    void run({}).sendDue()
    await waitUntil(isEmpty)
    expect(await replica.thread_resolutions.get(A)).toMatchObject({
      v: 1,
      resolved_created_at: server.messages.get(uuid(1))?.created_at,
    })
  })

  it('deletes a sent draft in the same transaction, and keeps other drafts', async () => {
    await replica.drafts.bulkPut([
      { id: A, text: ' text 1\n' },
      { id: B, text: 'still writing' },
    ])
    await enqueueMessages(1)
    await enqueue(replica, { kind: 'messages.send', body: body(2, B) })
    expect(await replica.drafts.toArray()).toEqual([{ id: B, text: 'still writing' }])
  })
})
