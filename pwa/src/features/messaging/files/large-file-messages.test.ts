// Tests of the message of a large upload: its text is stored until it is sent, and it is sent once.
import { expect, test, vi } from 'vitest'

import type { NewEntry, SyncHandle } from '../../../sync'
import type { FileRow } from '../../../db/rows/files'
import { fakeSync, LIVE_CLIENT, storingSync } from '../../../testing/sync/fake-sync'
import { plan, replica, server, withLargeUploads } from '../../../testing/servers/large-file'
import { addFiles, draftFiles, uploadsOf } from './draft-files'
import { cancelLarge, resumeWithFile, storeText, largeFiles, sendLarge } from './large-files'
import { sendAll } from '../composer/send-all'

vi.mock('../../../api/auth/access-token', () => ({
  accessToken: () => Promise.resolve({ is: 'token', token: 't', exp: 1 }),
  onSessionOver: () => undefined,
}))
withLargeUploads()

async function picked(file = plan()): Promise<FileRow> {
  expect(await addFiles(replica, 'c1', [file], true)).toEqual([])
  const [row] = await draftFiles(replica, 'c1')
  return row ?? expect.fail('nothing is picked')
}

async function sendWith(sync: SyncHandle, row: FileRow, text: string) {
  await sendLarge(replica, sync, await storeText(replica, row, text))
}

test('shows the text during the upload and after a reload, and resumes when the file is chosen again', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leave()).toBe(false)
  const row = await picked()
  server.stalls = true
  const sending = sendWith(sync, row, 'The plan, at last')
  await vi.waitFor(() => expect(server.requests).toContain('PATCH 0'))
  expect(leave()).toBe(true)
  // After a reload only the stored rows are left.
  const waiting = await uploadsOf(replica, 'c1')
  expect(waiting.map(({ id, state, body }) => [id, state, body.content])).toEqual([
    [row.id, 'queued', 'The plan, at last'],
  ])
  expect(await draftFiles(replica, 'c1')).toEqual([])
  const stored = (await replica.files.get(row.id)) ?? expect.fail('the record is gone')
  const other = new File(['x'], 'plan.zip', { lastModified: 7 })
  expect(await resumeWithFile(replica, sync, stored, other)).toBe(
    'This is another file. Please choose the same file again.',
  )
  await cancelLarge(replica, row.id)
  await sending
  expect(leave()).toBe(false)
  expect(await uploadsOf(replica, 'c1')).toEqual([])

  server.stalls = false
  await replica.files.put(stored)
  expect(await resumeWithFile(replica, sync, stored, plan())).toBeNull()
  await vi.waitFor(() => expect(sync.enqueue).toHaveBeenCalledOnce(), 5_000)
  const body: unknown = expect.objectContaining({ id: stored.message_id, content: 'The plan, at last' })
  expect(sync.enqueue).toHaveBeenCalledWith({ kind: 'messages.send', body })
  await vi.waitFor(async () => expect(await replica.files.count()).toBe(0))
})

/** Waiting messages that the conversation shows, from the outbox and from uploads. */
async function waiting() {
  const entries = await replica.outbox.toArray()
  return [
    ...entries.map(({ id }) => `entry ${id}`),
    ...(await uploadsOf(replica, 'c1')).map(({ body }) => `upload ${body.content}`),
  ]
}

test('leaves only the message if the page closes right after storing it', async () => {
  const row = await picked()
  const stored = new Promise<void>((resolve) => {
    const sync = storingSync(LIVE_CLIENT, replica)
    const ends = async (entry: NewEntry) => {
      await sync.enqueue(entry)
      resolve()
      // Never resolve, because the page has closed.
      await new Promise(() => undefined)
    }
    void sendWith({ ...sync, enqueue: ends }, row, 'The plan')
  })
  await stored
  const [entry] = await replica.outbox.toArray()
  expect(await waiting()).toEqual([`entry ${entry?.id ?? ''}`])
  expect(entry?.body).toMatchObject({
    content: 'The plan',
    attachment_url: `/storage/v1/object/message-attachments/${row.id}.zip`,
  })
  expect(await replica.files.count()).toBe(0)
  await cancelLarge(replica, row.id)
})

test('keeps the upload if its message cannot be stored, and creates one message on retry', async () => {
  const row = await picked()
  const failing: SyncHandle = {
    ...fakeSync(LIVE_CLIENT),
    enqueue: () => Promise.reject(new Error('the store is closed')),
  }
  await sendWith(failing, row, 'The plan')
  expect(await waiting()).toEqual(['upload The plan'])
  expect(largeFiles.get()[row.id]).toEqual({
    is: 'stopped',
    reason: 'Failed to send message. Please try again.',
  })

  const stored = (await replica.files.get(row.id)) ?? expect.fail('the record is gone')
  const sync = storingSync(LIVE_CLIENT, replica)
  await sendLarge(replica, sync, stored)
  expect(await waiting()).toEqual([`entry ${stored.message_id ?? ''}`])
})

test('keeps the text in the draft until it is stored with the upload, even if the storage is full', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const row = await picked()
  await replica.drafts.put({ id: 'c1', text: 'The plan' })
  const throwFull = () => {
    throw new Error('no room')
  }
  replica.files.hook('updating', throwFull)
  await expect(
    sendAll(replica, sync, { clientId: 'c1', text: 'The plan', card: null, files: [row] }),
  ).rejects.toThrow('no room')
  expect(await replica.drafts.get('c1')).toEqual({ id: 'c1', text: 'The plan' })
  replica.files.hook('updating').unsubscribe(throwFull)

  server.stalls = true
  await sendAll(replica, sync, { clientId: 'c1', text: 'The plan', card: null, files: [row] })
  expect([await replica.drafts.count(), await waiting()]).toEqual([0, ['upload The plan']])
  await cancelLarge(replica, row.id)
})

test('sends neither the file nor the text of an upload that was cancelled in another tab', async () => {
  const sync = storingSync(LIVE_CLIENT, replica)
  const row = await picked()
  const stop = largeFiles.subscribe(() => {
    const state = largeFiles.get()[row.id]
    if (state?.is === 'uploading' && state.sent > 0) void replica.files.delete(row.id)
  })
  await sendWith(sync, row, 'Not this one')
  stop()
  expect([await replica.outbox.count(), largeFiles.get()]).toEqual([0, {}])
})

test('sends a large file and its text once if Send is pressed twice', async () => {
  const sync = storingSync(LIVE_CLIENT, replica)
  const written = { clientId: 'c1', card: null, files: [await picked()] }
  await sendAll(replica, sync, { ...written, text: 'The plan' })
  await sendAll(replica, sync, { ...written, text: '' })
  await vi.waitFor(
    async () => expect([await replica.files.count(), largeFiles.get()]).toEqual([0, {}]),
    5_000,
  )
  const entries = await replica.outbox.toArray()
  expect(entries.map(({ body }) => 'content' in body && body.content)).toEqual(['The plan'])
})

test('rejects a large file that another tab has put into a message, and keeps that message', async () => {
  const row = await picked()
  const stored = await storeText(replica, row, 'The plan')
  await replica.drafts.put({ id: 'c1', text: 'Other words' })
  await expect(storeText(replica, row, 'Other words')).rejects.toThrow('in a message')
  expect(await replica.files.toArray()).toEqual([stored])
  expect(await replica.drafts.toArray()).toEqual([{ id: 'c1', text: 'Other words' }])
})
