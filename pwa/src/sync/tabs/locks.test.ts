// The lock around each flush of the outbox.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { ModelServer, type TestUser } from '../../testing/servers/model-server'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { uuid } from '../../testing/servers/wire-rows'
import { testLocks } from '../../testing/sync/device-environment'
import type { MessageEndpoints } from '../../synced/messaging/endpoints'
import { requestsOver } from '../../synced/messaging/requests'
import { outboxLock, type Locks } from './locks'
import { runOutbox, type OutboxRunner } from '../outbox/outbox'
import { enqueue } from '../outbox/enqueue'

const A = uuid(101)
const B = uuid(102)
const user: TestUser = { id: uuid(900), role: 'client', clientId: A }

let replica: Replica
let server: ModelServer
let locks: Locks
const runners: OutboxRunner[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  replica = freshReplica()
  server = new ModelServer()
  locks = testLocks()
  await replica.streams.put(readyStream(`c:${A}`))
})
afterEach(async () => {
  for (const one of runners.splice(0)) await one.stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function run(sendMessage: MessageEndpoints['sendMessage'], tab = 'tab', delayed?: () => void): OutboxRunner {
  const { send } = requestsOver({ ...server.endpointsFor(user), sendMessage })
  const parts = { replica, send, tab, random: () => 0.5, acquireLock: outboxLock('u', locks) }
  const runner = runOutbox(delayed ? { ...parts, onDelayed: delayed } : parts)
  runners.push(runner)
  return runner
}
const queue = (n: number, client = A) =>
  enqueue(replica, { kind: 'messages.send', body: { id: uuid(n), client_id: client, content: `text ${n}` } })
async function until(done: () => Promise<boolean>, stepMs = 1): Promise<void> {
  for (let i = 0; i < 5_000; i += 1) {
    if (await done()) return
    await vi.advanceTimersByTimeAsync(stepMs)
  }
  throw new Error('The condition did not become true.')
}
const empty = async (): Promise<boolean> => (await replica.outbox.count()) === 0
const states = async (): Promise<string[]> => (await replica.outbox.toArray()).map((one) => one.state)
const through: MessageEndpoints['sendMessage'] = (sent) => server.endpointsFor(user).sendMessage(sent)
const failing: MessageEndpoints['sendMessage'] = () =>
  Promise.resolve({ is: 'later', why: 'network', after: 0 })
const stuck: MessageEndpoints['sendMessage'] = () => new Promise(() => undefined)

describe('one sender at a time', () => {
  it('BG2 the second sender waits, and sends nothing that the first has sent', async () => {
    await queue(1)
    await queue(2)
    await queue(3, B)
    const seen: string[] = []
    const noting: MessageEndpoints['sendMessage'] = (sent) => {
      seen.push(sent.id)
      return through(sent)
    }
    void run(noting, 'page').sendDue()
    void run(noting, 'service worker').sendDue()
    await until(empty)
    expect(seen.sort()).toEqual([uuid(1), uuid(2), uuid(3)])
  })

  it('BG2 releases the lock when nothing is due, and when its holder stops', async () => {
    const isFree = async (): Promise<boolean> => {
      const got = vi.fn(() => Promise.resolve())
      void locks.request('outbox:u', { signal: new AbortController().signal }, got)
      await vi.advanceTimersByTimeAsync(0)
      return got.mock.calls.length === 1
    }
    await queue(1)
    await run(failing).sendDue()
    expect([await states(), await isFree()]).toEqual([['queued'], true])
    const holder = run(stuck)
    void holder.applyAll({ is: 'hurry' })
    await until(async () => (await states())[0] === 'sending')
    expect(await isFree()).toBe(false)
    await holder.stop()
    expect(await isFree()).toBe(true)
  })

  it('BG2 takes the lock of a frozen tab after 10 s', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const patience = new AbortController()
      setTimeout(() => patience.abort(), ms)
      return patience.signal
    })
    const lost = vi.fn()
    locks
      .request('outbox:u', { signal: new AbortController().signal }, () => new Promise(() => undefined))
      .catch(lost)
    await queue(1)
    void run(through).sendDue()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(await states()).toEqual(['queued'])
    await until(empty, 500)
    expect(lost).toHaveBeenCalledTimes(1)
  })

  it('BG1 registers a background sync after a failed attempt', async () => {
    await queue(1)
    const delayed = vi.fn()
    await run(failing, 'tab', delayed).sendDue()
    expect(delayed).toHaveBeenCalledTimes(1)
  })
})
