// A replica whose page is left or frozen: it holds no database, and queries wait until the user returns.
import { afterEach, beforeEach, expect, it } from 'vitest'

import { freshReplica } from '../testing/sync/replicas'
import { atomically, withReopen } from './open'
import type { Replica } from './schema'
import { deleteReplica } from './wipe'

let replica: Replica
beforeEach(() => void (replica = freshReplica()))
afterEach(() => deleteReplica(replica))

const writeDraft = (): Promise<unknown> =>
  atomically(replica, [replica.drafts], () => replica.drafts.put({ id: 'a', text: 'x' }))

/** Resolves when no page holds the database, because its deletion waits for every page that does. */
function deleteElsewhere(): Promise<void> {
  return new Promise((resolve) => {
    indexedDB.deleteDatabase(replica.name).onsuccess = () => resolve()
  })
}

it('TB4 releases a database whose opening ends in a frozen page', async () => {
  const opened = replica.open()
  replica.sleep(true)
  await opened
  await deleteElsewhere()
  expect(replica.isOpen()).toBe(false)
  expect(replica.retired).toBe(false)
})

it.each<[string, () => Promise<unknown>, unknown]>([
  ['a transaction', writeDraft, 'a'],
  ['a query', () => replica.drafts.count(), 0],
])('TB4 %s that waits for the opening ends, although the page freezes', async (_case, work, expected) => {
  const done = work()
  replica.sleep(true)
  expect(await done).toBe(expected)
  expect(replica.isOpen()).toBe(false)
})

it('TB4 a page that returns while the database is being opened keeps it open', async () => {
  const opened = replica.open()
  replica.sleep(true)
  replica.sleep(false)
  await opened
  expect(await replica.drafts.count()).toBe(0)
  expect(replica.isOpen()).toBe(true)
})

it('TB4 ST1 queries that wait in a frozen page end when it returns, even if one was repeated', async () => {
  await replica.open()
  replica.sleep(true)
  const waiting = replica.drafts.count()
  let tries = 0
  const closed = new Promise((resolve) => setTimeout(resolve))
  const repeated = withReopen(replica, () => {
    tries += 1
    if (tries > 1) return replica.drafts.count()
    return Promise.reject(Object.assign(new Error('the handle is dead'), { name: 'DatabaseClosedError' }))
  })
  await closed
  replica.sleep(false)
  expect([await waiting, await repeated]).toEqual([0, 0])
})
