// The lease: while a page or the service worker waits for a response, the other one does not send the same
// entry.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { ModelServer, type TestUser } from '../../testing/servers/model-server'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { uuid } from '../../testing/servers/wire-rows'
import type { MessageEndpoints } from '../../synced/messaging/endpoints'
import { requestsOver } from '../../synced/messaging/requests'
import { runOutbox, type OutboxRunner } from './outbox'
import { enqueue } from './enqueue'

const A = uuid(101)
const me: TestUser = { id: uuid(900), role: 'client', clientId: A }
const runners: OutboxRunner[] = []
let replica: Replica
let server: ModelServer
let sent: string[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  replica = freshReplica()
  server = new ModelServer()
  sent = []
  await replica.streams.put(readyStream(`c:${A}`))
  await enqueue(replica, { kind: 'messages.send', body: { id: uuid(1), client_id: A, content: 'text' } })
})
afterEach(async () => {
  for (const one of runners.splice(0)) await one.stop()
  vi.useRealTimers()
})

function run(tab: string, sendMessage: MessageEndpoints['sendMessage']): OutboxRunner {
  const noting: MessageEndpoints['sendMessage'] = (body) => {
    sent.push(tab)
    return sendMessage(body)
  }
  const endpoints = { ...server.endpointsFor(me), sendMessage: noting }
  const runner = runOutbox({
    replica,
    send: requestsOver(endpoints).send,
    tab,
    random: () => 0.5,
    acquireLock: () => Promise.resolve(() => undefined),
  })
  runners.push(runner)
  return runner
}
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) await vi.advanceTimersByTimeAsync(500)
}

it('BG2 sends a request that takes ten minutes once, although the worker tries each minute', async () => {
  let answer: () => void = () => undefined
  const slow = new Promise<void>((resolve) => (answer = resolve))
  void run('page', async (body) => {
    await slow
    return server.send(me, body)
  }).sendDue()
  await vi.waitFor(() => expect(sent).toEqual(['page']))
  const worker = run('worker', (body) => Promise.resolve(server.send(me, body)))
  for (let minute = 0; minute < 10; minute += 1) {
    void worker.applyAll({ is: 'net-back' })
    await pass(60_000)
  }
  expect([sent, server.thread(A)]).toEqual([['page'], []])
  answer()
  await vi.waitFor(async () => expect(await replica.outbox.count()).toBe(0))
  expect([sent, server.thread(A).length]).toEqual([['page'], 1])
})

it('BG2 sends the entry of an ended sender within 90 s', async () => {
  const page = run('page', () => new Promise(() => undefined))
  void page.sendDue()
  await vi.waitFor(() => expect(sent).toEqual(['page']))
  await page.stop()
  const worker = run('worker', (body) => Promise.resolve(server.send(me, body)))
  void worker.sendDue()
  await pass(90_500)
  await vi.waitFor(async () => expect(await replica.outbox.count()).toBe(0))
  expect([sent, server.thread(A).length]).toEqual([['page', 'worker'], 1])
})
