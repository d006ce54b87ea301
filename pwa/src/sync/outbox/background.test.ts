// Sending the outbox from the service worker, with no page open.
import { Dexie } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { storedSession } from '../../api/auth/session-store'
import type { MessageBody } from '../../db/rows/outbox'
import { Replica } from '../../db/schema'
import { ModelServer, type TestUser } from '../../testing/servers/model-server'
import { readyStream, threadIds } from '../../testing/sync/replicas'
import { tokenOf } from '../../testing/tokens'
import { uuid } from '../../testing/servers/wire-rows'
import { sendWaiting } from './background'
import type { MessageEndpoints } from '../../synced/messaging/endpoints'
import { workerRequests } from '../../synced/messaging/worker-requests'
import { enqueue } from './enqueue'
import { changeEntry } from './store'

vi.mock('../../api/auth/session-store', async (actual) => ({
  ...(await actual<object>()),
  storedSession: vi.fn(),
}))
vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://portal.example' }))

const A = uuid(101)
const me: TestUser = { id: uuid(900), role: 'client', clientId: A }
const server = new ModelServer()
const endpoints = server.endpointsFor(me)

function signedIn(userId: string | null): void {
  const token = { access_token: tokenOf(String(userId), 9_999_999_999) }
  vi.mocked(storedSession).mockResolvedValue(
    userId === null ? null : ({ ...token, user: { id: userId } } as never),
  )
}
const queue = (replica: Replica, n: number) =>
  enqueue(replica, { kind: 'messages.send', body: { id: uuid(n), client_id: A, content: `text ${n}` } })
async function waitingReplica(...ns: number[]): Promise<Replica> {
  const replica = new Replica(me.id)
  await replica.streams.put(readyStream(`c:${A}`))
  for (const n of ns) await queue(replica, n)
  return replica
}
afterEach(async () => {
  await Dexie.delete(`portal-u${me.id}`)
})

describe('Background Sync', () => {
  it('BG1 sends waiting entries regardless of their backoff, and stores the response', async () => {
    signedIn(me.id)
    const replica = await waitingReplica(1, 2)
    const failed = { is: 'later', why: 'network', after: 0 } as const
    await changeEntry(replica, uuid(1), { is: 'take', tab: 'gone' }, Math.random)
    await changeEntry(replica, uuid(1), failed, () => 1)
    replica.close()
    await sendWaiting((userId) => workerRequests(userId, endpoints), { isAlone: true })
    expect(server.thread(A).map((row) => row.id)).toEqual([uuid(1), uuid(2)])
    await replica.open()
    expect([await replica.outbox.count(), await threadIds(replica, A)]).toEqual([0, [uuid(1), uuid(2)]])
    replica.close()
  })

  it('BG1 rejects while an entry still waits, so that the browser fires the event again', async () => {
    signedIn(me.id)
    const replica = await waitingReplica(3)
    const sendMessage: MessageEndpoints['sendMessage'] = () =>
      Promise.resolve({ is: 'later', why: 'network', after: 0 })
    await expect(
      sendWaiting((userId) => workerRequests(userId, { ...endpoints, sendMessage }), { isAlone: true }),
    ).rejects.toThrow('1 still wait')
    replica.close()
  })

  it('BG1 does not reject for entries that only the user can resolve', async () => {
    signedIn(me.id)
    const replica = await waitingReplica(4)
    const sendMessage: MessageEndpoints['sendMessage'] = () => Promise.resolve({ is: 'unauthorized' })
    await sendWaiting((userId) => workerRequests(userId, { ...endpoints, sendMessage }), { isAlone: true })
    expect((await replica.outbox.get(uuid(4)))?.state).toBe('waiting-for-sign-in')
    replica.close()
  })

  it('BG1 MU4 sends entries only with a token of their own user, also after another user signs in', async () => {
    signedIn(me.id)
    const replica = await waitingReplica(6, 7)
    const tokens: (string | null)[] = []
    vi.stubGlobal('fetch', async (request: Request) => {
      tokens.push(request.headers.get('Authorization'))
      const answer = server.send(me, (await request.json()) as MessageBody)
      signedIn(uuid(901))
      return Response.json(answer.is === 'ok' ? answer.value : null)
    })
    await sendWaiting((userId) => workerRequests(userId), { isAlone: true })
    expect(tokens).toEqual([`Bearer ${tokenOf(me.id, 9_999_999_999)}`])
    expect(await replica.outbox.toArray()).toMatchObject([{ id: uuid(7), state: 'waiting-for-sign-in' }])
    replica.close()
  })

  it('BG2 sends an entry that a closed page was sending, but not one that an open page is sending', async () => {
    signedIn(me.id)
    const replica = await waitingReplica(8)
    await changeEntry(replica, uuid(8), { is: 'take', tab: 'page' }, Math.random)
    const sent = () => server.thread(A).filter(({ id }) => id === uuid(8)).length
    const send = (isAlone: boolean) => sendWaiting((userId) => workerRequests(userId, endpoints), { isAlone })
    await expect(send(false)).rejects.toThrow('1 still wait')
    expect([sent(), (await replica.outbox.get(uuid(8)))?.lease?.tab]).toEqual([0, 'page'])
    await send(true)
    expect([sent(), await replica.outbox.count()]).toEqual([1, 0])
    replica.close()
  })

  it('BG1 creates no replica, and sends nothing without a session', async () => {
    signedIn(me.id)
    await sendWaiting((userId) => workerRequests(userId, endpoints), { isAlone: true })
    expect(await Dexie.exists(`portal-u${me.id}`)).toBe(false)
    signedIn(null)
    const replica = await waitingReplica(5)
    await sendWaiting((userId) => workerRequests(userId, endpoints), { isAlone: true })
    expect(await replica.outbox.count()).toBe(1)
    replica.close()
  })
})
