// The outbox against a server with a rate limit.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { ModelServer } from '../../testing/servers/model-server'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { uuid } from '../../testing/servers/wire-rows'
import type { MessageEndpoints } from '../../synced/messaging/endpoints'
import { requestsOver } from '../../synced/messaging/requests'
import { outboxLock } from '../tabs/locks'
import { runOutbox } from './outbox'
import { enqueue } from './enqueue'

const me = { id: uuid(900), role: 'client' as const, clientId: uuid(101) }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

it('MU4 sends a hundred messages in order through the rate limit', async () => {
  // A tenth of the messages a minute that platform/messaging/send_limits.py allows. The test sends 100
  // messages, a tenth of the 1,000 for which that limit is designed.
  const MAX_PER_MINUTE = 30
  const PER_MS = MAX_PER_MINUTE / 60_000
  let left = MAX_PER_MINUTE
  let at = Date.now()
  const [replica, server] = [freshReplica(), new ModelServer()]
  await replica.streams.put(readyStream(`c:${me.clientId}`))
  const ns = Array.from({ length: 100 }, (_, n) => n + 1)
  await Promise.all(
    ns.map((n) =>
      enqueue(replica, {
        kind: 'messages.send',
        body: { id: uuid(n), client_id: me.clientId, content: `text ${n}` },
      }),
    ),
  )
  const arrived: string[] = []
  let rejected = 0
  const started = Date.now()
  const endpoints = server.endpointsFor(me)
  const limited: MessageEndpoints = {
    ...endpoints,
    sendMessage(sent) {
      left = Math.min(MAX_PER_MINUTE, left + (Date.now() - at) * PER_MS)
      at = Date.now()
      if (left < 1) {
        rejected += 1
        return Promise.resolve({
          is: 'later',
          why: 'limited',
          after: Math.ceil((1 - left) / PER_MS / 1000) * 1000,
          unsent: true,
        })
      }
      left -= 1
      arrived.push(sent.id)
      return endpoints.sendMessage(sent)
    },
  }
  const runner = runOutbox({
    replica,
    send: requestsOver(limited).send,
    tab: 'tab 1',
    random: () => 0.5,
    acquireLock: outboxLock('u', null),
  })
  void runner.sendDue()
  for (let i = 0; i < 5_000 && (await replica.outbox.count()) > 0; i += 1)
    await vi.advanceTimersByTimeAsync(100)
  await runner.stop()
  expect(arrived).toEqual(ns.map(uuid))
  expect(rejected).toBeLessThan(100)
  expect(Date.now() - started).toBeLessThan(600_000)
})
