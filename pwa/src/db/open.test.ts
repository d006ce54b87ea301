// Opening, reopening and wiping a replica.
import { liveQuery } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { memoryReplica } from './memory-replica'
import { atomically, openReplica, storeFull, storeLost, withReopen } from './open'
import type { Replica } from './schema'
import { deleteReplica, lockReplica } from './wipe'

const opened: Replica[] = []
function replicaOf(userId: string): Replica {
  const replica = openReplica(userId)
  opened.push(replica)
  return replica
}
afterEach(async () => {
  for (const replica of opened.splice(0)) if (!replica.retired) await deleteReplica(replica)
})
function writeDraft(replica: Replica): Promise<string> {
  return replica.drafts.put({ id: 'a', text: 'x' })
}
function lostHandleError(name: string): Error {
  return Object.assign(new Error('the handle is dead'), { name })
}

describe('openReplica', () => {
  it('returns the same instance for a user, and a new one after a wipe', async () => {
    const replica = replicaOf('u1')
    expect(replicaOf('u1')).toBe(replica)
    expect(replicaOf('u2')).not.toBe(replica)
    await deleteReplica(replica)
    expect(replicaOf('u1')).not.toBe(replica)
  })

  it('is not reopened by a page after another tab deleted it', async () => {
    const here = replicaOf('u1')
    await here.drafts.put({ id: 'a', text: 'x' })
    const elsewhere = indexedDB.deleteDatabase(here.name)
    await new Promise((resolve) => (elsewhere.onsuccess = resolve))
    expect(here.retired).toBe(true)
    await expect(here.drafts.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' })
    await expect(withReopen(here, () => here.drafts.count())).rejects.toMatchObject({
      name: 'DatabaseClosedError',
    })
    expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(here.name)
  })
})

describe('recovery', () => {
  it.each(['UnknownError', 'InvalidStateError', 'DatabaseClosedError'])(
    'ST1 reopens the database after %s',
    async (name) => {
      const replica = replicaOf('u1')
      let tries = 0
      const done = await withReopen(replica, () => {
        tries += 1
        return tries <= 3 ? Promise.reject(lostHandleError(name)) : replica.drafts.count()
      })
      expect([done, tries, replica.isOpen()]).toEqual([0, 4, true])
    },
  )

  it('ST1 ST2 reports a failure after three tries, and other errors at once', async () => {
    const replica = replicaOf('u1')
    let tries = 0
    const fail = (name: string) => () => {
      tries += 1
      return Promise.reject(lostHandleError(name))
    }
    await expect(withReopen(replica, fail('QuotaExceededError'))).rejects.toThrow('dead')
    expect([tries, storeLost.get()]).toEqual([1, false])
    tries = 0
    await expect(withReopen(replica, fail('UnknownError'))).rejects.toThrow('dead')
    expect([tries, storeLost.get()]).toEqual([4, true])
  })
})

describe('storeFull', () => {
  const fillStorage = (replica: Replica) =>
    withReopen(replica, () => Promise.reject(lostHandleError('QuotaExceededError'))).catch(() => undefined)

  it.each<[string, (replica: Replica) => Promise<unknown>]>([
    ['in a transaction', (replica) => atomically(replica, [replica.drafts], () => writeDraft(replica))],
    ['outside of one', writeDraft],
  ])('is true after a write found no space, until a write succeeds %s', async (_case, write) => {
    const replica = replicaOf('u1')
    await replica.open()
    expect(storeFull.get()).toBe(false)
    await fillStorage(replica)
    expect(storeFull.get()).toBe(true)
    await withReopen(replica, () => replica.drafts.count())
    expect(storeFull.get()).toBe(true)
    await write(replica)
    await vi.waitFor(() => expect(storeFull.get()).toBe(false))
  })
})

describe('memoryReplica', () => {
  it('ST2 works like a stored replica and leaves nothing in the browser', async () => {
    const before = await indexedDB.databases()
    const replica = memoryReplica('u1')
    const seen: number[] = []
    const query = liveQuery(() => replica.drafts.count()).subscribe((count) => seen.push(count))
    await replica.drafts.put({ id: 'a', text: 'x' })
    await vi.waitFor(() => expect(seen.at(-1)).toBe(1))
    query.unsubscribe()
    expect(await indexedDB.databases()).toEqual(before)
    expect(await memoryReplica('u1').drafts.count()).toBe(0)
    await deleteReplica(replica)
  })
})

describe('lockReplica', () => {
  it('CL8 deletes rows, and leaves unsent work and drafts', async () => {
    const replica = replicaOf('u1')
    await replica.drafts.put({ id: 'a', text: 'x' })
    await replica.meta.put({ k: 'name', value: 'Ana' })
    await replica.held.put({ client_id: 'a', from: null, opened_at: 1, ready: true })
    await lockReplica(replica)
    const counts = await Promise.all(
      replica.tables.map(async (table) => [table.name, await table.count()] as const),
    )
    expect(counts.filter(([, count]) => count > 0)).toEqual([['drafts', 1]])
  })
})
