// Tests of large uploads: in parts, over a failing connection, rejected, cancelled, and after a reload.
import { expect, test, vi } from 'vitest'

import type { SyncHandle } from '../../../sync'
import type { FileRow } from '../../../db/rows/files'
import { fakeSync, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { startUpload } from '../../../api/files/upload'
import { uuid7 } from '../../../lib/ids/uuid7'
import {
  expectArrived,
  MB,
  PART,
  plan,
  replica,
  server,
  SIZE,
  withLargeUploads,
} from '../../../testing/servers/large-file'
import { addFiles, draftFiles, uploadsOf } from './draft-files'
import { cancelLarge, storeText, largeFiles, type LargeState, sendLarge } from './large-files'

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

test('uploads a file in parts with its progress in bytes, then enqueues its message', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const file = plan()
  const row = await picked(file)
  expect(await replica.file_bytes.count()).toBe(0)
  const seen: LargeState[] = []
  const stop = largeFiles.subscribe(() =>
    seen.push(largeFiles.get()[row.id] ?? { is: 'stopped', reason: 'gone' }),
  )
  await sendWith(sync, row, 'Here it is')
  stop()
  expect(server.requests).toEqual(['POST', ...Array.from({ length: 52 }, (_, n) => `PATCH ${n * PART}`)])
  expect(
    seen.filter(({ is }) => is === 'uploading').map((state) => state.is === 'uploading' && state.sent),
  ).toEqual(expect.arrayContaining([0, PART, 24 * MB, SIZE]))
  await expectArrived(file)
  const body: unknown = expect.objectContaining({
    client_id: 'c1',
    content: 'Here it is',
    attachment_url: `/storage/v1/object/message-attachments/${row.id}.zip`,
  })
  expect(sync.enqueue).toHaveBeenCalledExactlyOnceWith({ kind: 'messages.send', body })
  expect([await replica.files.count(), largeFiles.get()]).toEqual([0, {}])
})

test('resumes after three broken connections without sending again what has arrived', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const file = plan()
  for (const offset of [4 * MB, 12 * MB, 24 * MB]) server.breaks.add(offset)
  await sendWith(sync, await picked(file), '')
  const parts = server.requests.filter((one) => one.startsWith('PATCH'))
  expect(parts.length - new Set(parts).size).toBe(3)
  expect(server.requests.filter((one) => one === 'HEAD')).toHaveLength(3)
  await expectArrived(file)
  expect(sync.enqueue).toHaveBeenCalledOnce()
})

test('resumes after a reload when the user chooses the same file again', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const row = await picked()
  server.uploads.set(row.id, { length: SIZE, offset: 25 * MB, bytes: new Uint8Array(SIZE) })
  await replica.files.update(row.id, { sent: 25 * MB })
  const again = await picked()
  expect(again.id).toBe(row.id)
  await sendWith(sync, again, '')
  expect(server.requests).toEqual(['HEAD', `PATCH ${25 * MB}`, `PATCH ${25 * MB + PART}`])
  expect(sync.enqueue).toHaveBeenCalledOnce()
})

test('keeps an upload that the server rejects in the conversation, with the error text', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const row = await picked()
  server.uploadError = {
    status: 413,
    body: JSON.stringify({ code: 'file_too_large', message: 'File size must be less than 100MB' }),
  }
  await sendWith(sync, row, 'Words')
  expect(largeFiles.get()[row.id]).toEqual({ is: 'stopped', reason: 'File size must be less than 100MB' })
  expect((await uploadsOf(replica, 'c1')).map(({ body }) => body.content)).toEqual(['Words'])
  expect(sync.enqueue).not.toHaveBeenCalled()
  await cancelLarge(replica, row.id)
})

test('deletes a cancelled upload from the device and from the server', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const row = await picked()
  server.stalls = true
  const going = sendWith(sync, row, '')
  await vi.waitFor(() => expect(server.requests).toContain('PATCH 0'))
  await cancelLarge(replica, row.id)
  await going
  await vi.waitFor(() => expect(server.uploads.size).toBe(0))
  expect([await replica.files.count(), largeFiles.get()]).toEqual([0, {}])
  expect(sync.enqueue).not.toHaveBeenCalled()
})

test('does not retry before the pause that the server requests', async () => {
  server.uploadError = {
    status: 429,
    headers: { 'retry-after': '7' },
    body: '{"code":"too_many_requests","message":"Slow down"}',
  }
  const upload = startUpload(
    { id: uuid7(), bucket: 'message-attachments', name: 'a', type: 'text/plain', content: new Blob(['a']) },
    { onProgress: () => undefined, isResumed: false },
  )
  expect(await upload.done).toEqual({ is: 'later', why: 'limited', after: 7_000 })
  expect(server.requests).toEqual(['POST'])
})
