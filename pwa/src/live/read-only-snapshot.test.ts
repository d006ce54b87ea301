// The read-only snapshot of a client: it has the given rows, and ignores every write.
import { expect, test } from 'vitest'

import { clientRow } from '../testing/rows/rows'
import { readOnlySnapshot } from './read-only-snapshot'

const AT = '2026-11-22T14:02:00.000000Z'
const snapshot = {
  client_id: 'c1',
  at: AT,
  rows: { clients: [{ ...clientRow(), _s: undefined }], messages: [], of_tomorrow: [{ id: 'x' }] },
}

test('a snapshot has the viewed client’s rows as that client sees them', async () => {
  const { userId, replica, sync } = await readOnlySnapshot(snapshot, 'Europe/Berlin')
  expect(userId).toBe('u1')
  expect(sync.status.get()).toEqual({
    link: { is: 'catching-up', behind: 0 },
    as_of: AT,
    waiting: 0,
    refused: 0,
    role: 'client',
    client_id: 'c1',
    name: 'Ana Lopes',
    stalled: false,
  })
  expect(await replica.clients.toArray()).toEqual([clientRow()])
  expect(await replica.streams.get('c:c1')).toMatchObject({ mode: 'ready' })
  expect(await replica.held.get('c1')).toMatchObject({ from: null, ready: true })
  expect(await replica.meta.get('zone')).toEqual({ k: 'zone', value: 'Europe/Berlin' })
})

test('writes to a snapshot are ignored and cause no notification', async () => {
  const { replica, sync } = await readOnlySnapshot(snapshot, undefined)
  await replica.drafts.put({ id: 'c1', text: 'Hello' })
  await replica.transaction('rw', replica.clients, async () => {
    await replica.clients.update('c1', { company_name: 'Mine' })
    await replica.clients.bulkPut([clientRow({ id: 'c2' })])
    await replica.clients.toCollection().modify({ phone: '555' })
  })
  await replica.clients.delete('c1')
  await replica.clients.clear()
  await sync.enqueue({ kind: 'threads.read', body: { id: 'c1', read_to: 'm1' } })
  sync.ephemeral.send({ k: 'typing', thread: 'c1', on: true })
  expect(await replica.clients.toArray()).toEqual([clientRow()])
  expect(await Promise.all([replica.drafts.count(), replica.outbox.count(), replica.meta.count()])).toEqual([
    0, 0, 0,
  ])
})

test('two snapshots share nothing, and neither is stored in the browser', async () => {
  const [one, other] = await Promise.all([
    readOnlySnapshot(snapshot, undefined),
    readOnlySnapshot({ ...snapshot, rows: {} }, undefined),
  ])
  expect(await Promise.all([one.replica.clients.count(), other.replica.clients.count()])).toEqual([1, 0])
  expect((await indexedDB.databases()).filter(({ name }) => name?.includes('memory'))).toEqual([])
})
