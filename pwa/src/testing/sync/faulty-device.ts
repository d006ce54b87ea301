// A device that starts before each test, and random faults that a test can cause.
import { beforeEach, expect, vi } from 'vitest'

import type { SyncHandle } from '../../sync'
import type { MessageEndpoints } from '../../synced/messaging/endpoints'
import { type Seeded, seeds } from '../seeded-random'
import { uuid } from '../servers/wire-rows'
import { A, CA, environment, handles, replica, server, start, write } from './device'
import { threadIds } from './replicas'

export const SEEDS = seeds(2, 20)

export let handle: SyncHandle
/** The number of the last message. */
export let messageCount: number

beforeEach(() => {
  messageCount = 0
  handle = start()
})

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Sends the next message of the thread from another device. */
export const sendFromOther = () => write((messageCount += 1))
/** Sends the next message of the thread from this device and returns its id. */
export async function sendFromThis(): Promise<string> {
  const id = uuid((messageCount += 1))
  await handle.enqueue({ kind: 'messages.send', body: { id, client_id: A, content: `text ${messageCount}` } })
  return id
}
export async function restart(): Promise<void> {
  await handles.pop()?.stop()
  handle = start()
}
/** Makes the server send changes again, divided into other frames. */
export function replay(random: Seeded): void {
  const log = server.log(CA)
  if (log.length === 0) return
  const from = random.int(1, log.length)
  const to = random.int(from, log.length)
  for (const socket of server.sockets)
    server.sendFrame(socket, { t: 'ch', s: CA, from, to, at: `at-${to}`, d: log.slice(from - 1, to) })
}
/** Loses responses at random, before or after the server has stored the message. */
export function loseAnswers(random: Seeded): void {
  const reliable = { ...environment.endpoints }
  const flaky: MessageEndpoints['sendMessage'] = async (body) => {
    if (random.chance(0.2)) return { is: 'later', why: 'network', after: 0 }
    const answer = await reliable.sendMessage(body)
    return random.chance(0.3)
      ? { is: 'later', why: random.pick(['timeout', 'network', 'busy']), after: 0 }
      : answer
  }
  environment.endpoints.sendMessage = flaky
}
/** Waits until the outbox is empty and the replica has the server's messages. */
export async function expectConverged(): Promise<void> {
  const serverIds = () => server.thread(A).map((row) => row.id)
  await vi.waitFor(
    async () => expect([await replica.outbox.count(), await threadIds(replica, A)]).toEqual([0, serverIds()]),
    15_000,
  )
}
