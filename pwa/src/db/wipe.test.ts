// Which data stays on a device after its session has ended without a sign-out.
import { expect, it } from 'vitest'

import { freshReplica } from '../testing/sync/replicas'
import { lockReplica } from './wipe'

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
