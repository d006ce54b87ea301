// A running outbox on a real replica, with fake time, against a server in memory.
import { afterEach, beforeEach, vi } from 'vitest'

import type { MessageBody } from '../../db/rows/outbox'
import type { Replica } from '../../db/schema'
import type { Answer } from '../../sync/protocol/endpoints'
import { enqueue } from '../../sync/outbox/enqueue'
import { runOutbox, type OutboxRunner } from '../../sync/outbox/outbox'
import { outboxLock } from '../../sync/tabs/locks'
import type { MessageEndpoints } from '../../synced/messaging/endpoints'
import { requestsOver } from '../../synced/messaging/requests'
import { ModelServer, type TestUser } from '../servers/model-server'
import { uuid } from '../servers/wire-rows'
import { freshReplica, readyStream } from './replicas'

export const A = uuid(101)
export const B = uuid(102)
export const user: TestUser = { id: uuid(900), role: 'client', clientId: A }
export const body = (n: number, client = A): MessageBody => ({
  id: uuid(n),
  client_id: client,
  content: `text ${n}`,
})

/** The replica and the server of the running test. */
export let replica: Replica
export let server: ModelServer
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

/** Creates the outbox of a tab; it is stopped after the test. */
export function run(endpoints: Partial<MessageEndpoints> = {}, tab = 'tab 1'): OutboxRunner {
  const runner = runOutbox({
    replica,
    send: requestsOver({ ...server.endpointsFor(user), ...endpoints }).send,
    tab,
    random: () => 0.5,
    acquireLock: outboxLock('u', null),
  })
  runners.push(runner)
  return runner
}
/** Stores one message for each number, in this order. */
export const enqueueMessages = (...ns: number[]) =>
  Promise.all(ns.map((n) => enqueue(replica, { kind: 'messages.send', body: body(n) })))
/** Lets store operations and timers run until `done` resolves to true. */
export async function waitUntil(done: () => Promise<boolean>, stepMs = 1): Promise<void> {
  for (let i = 0; i < 5_000; i += 1) {
    if (await done()) return
    await vi.advanceTimersByTimeAsync(stepMs)
  }
  throw new Error('The condition did not become true.')
}
export const isEmpty = async (): Promise<boolean> => (await replica.outbox.count()) === 0
/** Returns the state of each entry, in order of partition and number. */
export const states = async (): Promise<string[]> =>
  (await replica.outbox.orderBy('[lane+n]').toArray()).map((one) => one.state)
/** Returns an endpoint that returns `answers` in order, then the server's. It adds the messages' ids to `seen`. */
export const endpoint =
  (answers: (Answer<never> | 'through')[], seen: string[] = []): MessageEndpoints['sendMessage'] =>
  (sent) => {
    seen.push(sent.id)
    const next = answers.shift() ?? 'through'
    return next === 'through' ? server.endpointsFor(user).sendMessage(sent) : Promise.resolve(next)
  }
export const network: Answer<never> = { is: 'later', why: 'network', after: 0 }
