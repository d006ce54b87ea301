// Which data stays on a device after a sign-out, or after its session has ended without one.
import { expect, it, vi } from 'vitest'

import { connect, holdTransaction } from '../testing/sync/frozen-tab'
import { freshReplica } from '../testing/sync/replicas'
import { deleteReplica, lockReplica } from './wipe'

it('CL8 locking the replica leaves selected and queued files, and deletes the server’s', async () => {
  const replica = freshReplica()
  const file = {
    client_id: 'c',
    name: 'plan.pdf',
    type: 'application/pdf',
    size: 1,
    sent: 0,
    modified: 0,
    text: null,
  }
  await replica.files.bulkPut([
    { ...file, id: 'picked', queued: false },
    { ...file, id: 'queued', queued: true },
  ])
  const bytes = new ArrayBuffer(1)
  await replica.file_bytes.bulkPut(
    ['/storage/video', 'picked', 'picture of a message', 'queued'].map((id) => ({ id, bytes })),
  )
  await replica.meta.put({ k: 'name', value: 'Maya' })
  await lockReplica(replica)
  expect(await replica.files.toCollection().primaryKeys()).toEqual(['picked', 'queued'])
  expect(await replica.file_bytes.toCollection().primaryKeys()).toEqual(['picked', 'queued'])
  expect(await replica.meta.count()).toBe(0)
})

it('ST4 the database of a frozen tab that holds a transaction is deleted when that tab ends', async () => {
  const replica = freshReplica()
  await replica.drafts.put({ id: 'a', text: 'x' })
  const frozen = await connect(replica.name)
  const release = holdTransaction(frozen)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const deletion = deleteReplica(replica)
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  expect(replica.retired).toBe(true)
  frozen.close()
  release()
  await deletion
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(replica.name)
})
