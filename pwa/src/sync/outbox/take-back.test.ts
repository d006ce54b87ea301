// Taking a message back after an attempt: it succeeds although responses get lost and requests arrive late.
import { expect, it } from 'vitest'

import { uuid } from '../../testing/servers/wire-rows'
import {
  A,
  body,
  isEmpty,
  user,
  network,
  enqueueMessages,
  replica,
  run,
  server,
  states,
  waitUntil,
} from '../../testing/sync/running-outbox'
import { enqueue } from './enqueue'
import { changeEntry, takeBack } from './store'

it.each([0, 1])(
  'MU10 takes back a message that was discarded while it was sent, whenever its response arrives (%i)',
  async (late) => {
    await enqueueMessages(1)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    void run({
      sendMessage: async (sent) => {
        const stored = await server.endpointsFor(user).sendMessage(sent)
        if (late === 1) await held
        return late === 1 ? stored : new Promise(() => undefined)
      },
    }).sendDue()
    await waitUntil(() => Promise.resolve(server.messages.has(uuid(1))))
    await changeEntry(replica, uuid(1), { is: 'discard' }, Math.random)
    expect(await replica.outbox.toArray()).toMatchObject([
      { id: uuid(1), kind: 'messages.take_back', state: 'queued' },
    ])
    release()
    void run().sendDue()
    await waitUntil(isEmpty, 100)
    expect(server.messages.get(uuid(1))).toMatchObject({ content: '' })
    expect(await replica.messages.get(uuid(1))).toMatchObject({
      content: '',
      removed_at: expect.any(String) as string,
    })
  },
)

it('MU10 a message that is taken back before it arrives is never stored', async () => {
  await enqueueMessages(1)
  const late: (() => unknown)[] = []
  const runner = run({
    sendMessage: (sent) => (
      late.push(() => server.send(user, sent)),
      Promise.resolve({ is: 'later', why: 'timeout', after: 60_000 })
    ),
  })
  void runner.sendDue()
  await waitUntil(async () => (await replica.outbox.get(uuid(1)))?.unconfirmed === true)
  await takeBack(replica, { kind: 'messages.take_back', body: body(1) }, Math.random)
  void runner.sendDue()
  await waitUntil(isEmpty, 100)
  expect(late[0]?.()).toMatchObject({ is: 'rejected', code: 'taken_back' })
  expect(server.messages.size).toBe(0)
})

it('MU10 takes back an arrived message, and retries until there is a response', async () => {
  await enqueueMessages(1)
  const first = run()
  void first.sendDue()
  await waitUntil(isEmpty)
  await first.stop()
  await takeBack(replica, { kind: 'messages.take_back', body: body(1) }, Math.random)
  let tries = 0
  void run(
    {
      takeBack: (id, client) =>
        (tries += 1) < 4 ? Promise.resolve(network) : server.endpointsFor(user).takeBack(id, client),
    },
    'tab 2',
  ).sendDue()
  await waitUntil(isEmpty, 1_000)
  expect([tries, server.messages.get(uuid(1))?.content]).toEqual([4, ''])
})

it('MU10 takes back the old text before it sends the edit, with its file under a new key', async () => {
  const file = { key: 'f', name: 'a.pdf', type: '', size: 4 }
  await replica.files.add({
    id: 'f',
    client_id: A,
    name: 'a.pdf',
    type: '',
    size: 4,
    sent: 4,
    modified: 0,
    text: null,
    queued: false,
  })
  await replica.file_bytes.add({ id: 'f', bytes: new ArrayBuffer(4) })
  await enqueue(replica, { kind: 'messages.send', body: { ...body(1), file } })
  const runner = run({
    sendMessage: async (sent) => (
      await server.endpointsFor(user).sendMessage(sent),
      { is: 'later', why: 'timeout', after: 60_000 }
    ),
  })
  void runner.sendDue()
  await waitUntil(async () => (await replica.outbox.get(uuid(1)))?.unconfirmed === true)
  await runner.stop()
  await changeEntry(replica, uuid(1), { is: 'edit', id: uuid(2), text: 'better' }, Math.random)
  expect([
    await replica.files.toCollection().primaryKeys(),
    await replica.file_bytes.toCollection().primaryKeys(),
  ]).toEqual([[uuid(2)], [uuid(2)]])
  const seen: string[] = []
  const endpoints = server.endpointsFor(user)
  void run(
    {
      takeBack: (id, client) => (seen.push(`back ${id}`), endpoints.takeBack(id, client)),
      sendMessage: (sent) => (seen.push(`send ${sent.id}`), endpoints.sendMessage(sent)),
    },
    'tab 2',
  ).sendDue()
  await waitUntil(isEmpty, 100)
  expect(seen).toEqual([`back ${uuid(1)}`, `send ${uuid(2)}`])
  expect(server.thread(A).map((row) => row.content)).toEqual(['', 'better'])
})

it('MU9 a late take-back stays with its error', async () => {
  await enqueueMessages(1)
  void run().sendDue()
  await waitUntil(isEmpty)
  server.readIds.add(uuid(1))
  await takeBack(replica, { kind: 'messages.take_back', body: body(1) }, Math.random)
  void run({}, 'tab 2').sendDue()
  await waitUntil(async () => (await states())[0] === 'refused')
  expect(await replica.outbox.get(uuid(1))).toMatchObject({
    kind: 'messages.take_back',
    error: { code: 'already_read' },
  })
  expect(server.messages.get(uuid(1))?.content).toBe('text 1')
})
