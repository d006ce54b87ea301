// The directory follows the replica: it reads all clients once, then only what changed.
import { afterEach, expect, test, vi } from 'vitest'

import type { ClientRow } from '../../db/rows/clients'
import { Replica } from '../../db/schema'
import { clientRow, waitingMessage } from '../../testing/rows/rows'
import { thread } from '../../testing/servers/wire-rows'
import { type Directory, directoryOf } from './directory'

let replica: Replica
const companies = (directory: Directory) =>
  directory.get().byCompany.map((entry) => entry.client.company_name)

async function start(rows: Parameters<typeof clientRow>[0][]) {
  replica = new Replica(`directory-${String(Math.random())}`)
  await replica.clients.bulkPut(rows.map(clientRow))
  const directory = directoryOf(replica)
  const unsubscribe = directory.subscribe(() => undefined)
  await vi.waitFor(() => expect(directory.get().is).toBe('ready'))
  return { directory, unsubscribe }
}

/** Stops the directory while it reads, then removes all clients. Returns a function that ends that read. */
async function stopDuringRead({ directory, unsubscribe }: Awaited<ReturnType<typeof start>>) {
  let end = (): void => undefined
  const held = new Promise<never[]>((resolve) => (end = () => resolve([])))
  const where = vi.spyOn(replica.stripe_subscriptions, 'where')
  where.mockReturnValueOnce({ between: () => ({ toArray: () => held }) } as unknown as ReturnType<
    typeof where
  >)
  directory.reload()
  await vi.waitFor(() => expect(where).toHaveBeenCalledOnce())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  unsubscribe()
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  await replica.clients.clear()
  return async () => {
    const read = vi.spyOn(replica.clients, 'where')
    end()
    await vi.waitFor(() => expect(read).toHaveBeenCalledOnce())
    await replica.clients.count()
  }
}

afterEach(() => replica.delete())

test('staff rows are left out, and a client who becomes staff is removed', async () => {
  const { directory } = await start([
    { id: 'c1', company_name: 'Birch' },
    { id: 'c2', company_name: 'Ash', is_staff: true },
    { id: 'c3', company_name: 'Cedar' },
  ])
  expect(companies(directory)).toEqual(['Birch', 'Cedar'])
  await replica.clients.update('c3', { is_staff: true })
  await vi.waitFor(() => expect(companies(directory)).toEqual(['Birch']))
})

test('one change reads one client, not all of them', async () => {
  const { directory } = await start(
    Array.from({ length: 700 }, (_, n) => ({ id: `c${String(n).padStart(4, '0')}` })),
  )
  const before = directory.get().newest
  const read = vi.spyOn(replica.clients, 'bulkGet')
  const readAll = vi.spyOn(replica.clients, 'where')
  await replica.threads.put({ ...thread('c0005', 1, { provider_unread: 4 }), _s: ['w'] })
  await vi.waitFor(() =>
    expect(directory.get().newest.find((entry) => entry.unread === 4)?.client.id).toBe('c0005'),
  )
  expect(read.mock.calls.map(([ids]) => ids)).toEqual([['c0005']])
  expect(readAll).not.toHaveBeenCalled()
  expect(directory.get().newest.filter((entry, at) => entry !== before[at])).toHaveLength(1)
})

test('many changes in one commit are all applied', async () => {
  const { directory } = await start([{ id: 'c1', company_name: 'Birch' }])
  await replica.clients.bulkPut(Array.from({ length: 120 }, (_, n) => clientRow({ id: `d${String(n)}` })))
  await vi.waitFor(() => expect(directory.get().newest).toHaveLength(121))
})

test('a page of a first load reads only its own rows', async () => {
  const { directory } = await start(Array.from({ length: 300 }, (_, n) => ({ id: `c${String(n)}` })))
  const read: string[] = []
  replica.clients.hook('reading', (row: ClientRow) => {
    read.push(row.id)
    return row
  })
  const page = Array.from({ length: 500 }, (_, n) => clientRow({ id: `d${String(n)}` }))
  await replica.transaction('rw', replica.clients, async () => {
    // Sync stores rows in chunks of 49 too.
    for (let start = 0; start < page.length; start += 49)
      await replica.clients.bulkPut(page.slice(start, start + 49))
  })
  await vi.waitFor(() => expect(directory.get().newest).toHaveLength(800))
  expect(read.toSorted()).toEqual(page.map((row) => row.id).toSorted())
})

test('a queued message is the client’s last message until it is sent', async () => {
  const { directory } = await start([{ id: 'c1' }])
  await replica.outbox.bulkAdd([waitingMessage('m1', 'First'), waitingMessage('m2', 'Second', { n: 2 })])
  await vi.waitFor(() => expect(directory.get().newest[0]?.waiting?.body.content).toBe('Second'))
  await replica.outbox.clear()
  await vi.waitFor(() => expect(directory.get().newest[0]?.waiting).toBeUndefined())
})

test('a read that ends after the directory has stopped shows nothing to the next subscriber', async () => {
  const started = await start([{ id: 'c1', company_name: 'Birch' }])
  const endRead = await stopDuringRead(started)
  await endRead()
  expect(started.directory.get()).toMatchObject({ is: 'loading', newest: [], byCompany: [] })
})

test('a late read does not replace the rows of the next subscriber', async () => {
  const started = await start([{ id: 'c1', company_name: 'Birch' }])
  const endRead = await stopDuringRead(started)
  started.directory.subscribe(() => undefined)
  await vi.waitFor(() => expect(started.directory.get()).toMatchObject({ is: 'ready', newest: [] }))
  await endRead()
  expect(started.directory.get()).toMatchObject({ is: 'ready', newest: [], byCompany: [] })
})
