// A sign-in during a request with the token of the ended session.
import { afterEach, beforeEach, expect, it } from 'vitest'

import type { Replica } from '../../db/schema'
import { ModelServer, type TestUser } from '../../testing/servers/model-server'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { uuid } from '../../testing/servers/wire-rows'
import type { MessageEndpoints } from '../../synced/messaging/endpoints'
import { requestsOver } from '../../synced/messaging/requests'
import { enqueue } from './enqueue'
import { runOutbox, type OutboxRunner } from './outbox'

const A = uuid(101)
const me: TestUser = { id: uuid(900), role: 'client', clientId: A }
let replica: Replica
let server: ModelServer
let runner: OutboxRunner | undefined

beforeEach(async () => {
  replica = freshReplica()
  server = new ModelServer()
  await replica.streams.put(readyStream(`c:${A}`))
  for (const n of [1, 2])
    await enqueue(replica, {
      kind: 'messages.send',
      body: { id: uuid(n), client_id: A, content: `text ${n}` },
    })
})
afterEach(() => runner?.stop())

/** The first request gets a 401 when `answer` is called; later ones reach the server. */
function firstIsUnauthorized() {
  let answer: () => void = () => undefined
  const late = new Promise<void>((resolve) => (answer = resolve))
  let requests = 0
  const sendMessage: MessageEndpoints['sendMessage'] = async (body) => {
    requests += 1
    if (requests > 1) return server.send(me, body)
    await late
    return { is: 'unauthorized' }
  }
  runner = runOutbox({
    replica,
    send: requestsOver({ ...server.endpointsFor(me), sendMessage }).send,
    tab: 't',
    random: () => 0,
    acquireLock: () => Promise.resolve(() => undefined),
  })
  return { outbox: runner, answer, requests: () => requests }
}

it('MU4 sends a message again if its 401 arrives after a new sign-in', async () => {
  const { outbox, answer, requests } = firstIsUnauthorized()
  const sent = outbox.sendDue()
  await expect.poll(requests).toBe(1)
  void outbox.applyAll({ is: 'signed-in' })
  answer()
  await sent
  await expect.poll(() => replica.outbox.count()).toBe(0)
  expect([requests(), server.thread(A).map((message) => message.content)]).toEqual([3, ['text 1', 'text 2']])
})

it('MU4 pauses all waiting entries after a 401 without a new sign-in', async () => {
  const { outbox, answer, requests } = firstIsUnauthorized()
  void outbox.applyAll({ is: 'signed-in' })
  const sent = outbox.sendDue()
  await expect.poll(requests).toBe(1)
  answer()
  await sent
  expect((await replica.outbox.toArray()).map((entry) => entry.state)).toEqual([
    'waiting-for-sign-in',
    'waiting-for-sign-in',
  ])
  expect([requests(), server.thread(A)]).toEqual([1, []])
})
