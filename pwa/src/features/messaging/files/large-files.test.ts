// Tests of large uploads: in parts, over a failing connection, rejected, cancelled, and after a reload.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('../../../api/auth/access-token', () => ({
  accessToken: () => Promise.resolve({ is: 'token', token: 't', exp: 1 }),
  onSessionOver: () => undefined,
}))

import { Replica } from '../../../db/schema'
import type { NewEntry, SyncHandle } from '../../../sync'
import type { FileRow } from '../../../db/rows/files'
import { fakeSync, LIVE_CLIENT, storingSync } from '../../../testing/sync/fake-sync'
import { startUpload } from '../../../api/files/upload'
import { uuid7 } from '../../../lib/uuid7'
import { TusServer } from '../../../testing/servers/tus-server'
import { addFiles, draftFiles, uploadsOf } from '../composer/draft-files'
import { cancelLarge, resumeWithFile, storeText, largeFiles, type LargeState, sendLarge } from './large-files'
import { sendAll } from '../composer/send-all'

const MB = 1024 * 1024
const SIZE = 26 * MB
/** The smallest part size in bytes. At 9 kB/s such a part arrives within a minute. */
const PART = MB / 2
const UP = true

let replica: Replica
let server: TusServer
beforeEach(() => {
  replica = new Replica(`large-${String(Math.random())}`)
  server = new TusServer()
  vi.stubGlobal('window', new EventTarget())
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await replica.delete()
})

/** A file whose parts all differ. */
function plan(): File {
  const bytes = new Uint8Array(SIZE)
  for (let at = 0; at < SIZE; at += 4096) bytes.set([(at / 4096) & 255, at >> 20], at)
  return new File([bytes], 'plan.zip', { type: 'application/zip', lastModified: 7 })
}

async function picked(file = plan()): Promise<FileRow> {
  expect(await addFiles(replica, 'c1', [file], UP)).toEqual([])
  const [row] = await draftFiles(replica, 'c1')
  return row ?? expect.fail('nothing is picked')
}

async function sendWith(sync: SyncHandle, row: FileRow, text: string) {
  await sendLarge(replica, sync, await storeText(replica, row, text))
}

const digest = async (bytes: BufferSource) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join()

async function expectArrived(file: File) {
  const [upload] = [...server.uploads.values()]
  expect(await digest(upload?.bytes ?? new Uint8Array())).toBe(await digest(await file.arrayBuffer()))
}

test('goes in parts, shows real bytes, and then its message is written', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const file = plan()
  const row = await picked(file)
  expect(await replica.file_bytes.count()).toBe(0)
  const seen: LargeState[] = []
  const stop = largeFiles.subscribe(() =>
    seen.push(largeFiles.get()[row.id] ?? { is: 'stopped', why: 'gone' }),
  )
  await sendWith(sync, row, 'Here it is')
  stop()
  expect(server.requests).toEqual(['POST', ...Array.from({ length: 52 }, (_, n) => `PATCH ${n * PART}`)])
  expect(seen.filter(({ is }) => is === 'going').map((state) => state.is === 'going' && state.sent)).toEqual(
    expect.arrayContaining([0, PART, 24 * MB, SIZE]),
  )
  await expectArrived(file)
  const body: unknown = expect.objectContaining({
    client_id: 'c1',
    content: 'Here it is',
    attachment_url: `/storage/v1/object/message-attachments/${row.id}.zip`,
  })
  expect(sync.enqueue).toHaveBeenCalledExactlyOnceWith({ kind: 'messages.send', body })
  expect([await replica.files.count(), largeFiles.get()]).toEqual([0, {}])
})

test('a line that breaks three times loses nothing, and nothing that has arrived goes again', async () => {
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

test('after a reload the same file, chosen again, goes on where it stopped', async () => {
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

test('what the server refuses stays in the conversation, with the words of the refusal', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const row = await picked()
  server.errorAnswer = {
    status: 413,
    body: JSON.stringify({ code: 'file_too_large', message: 'File size must be less than 100MB' }),
  }
  await sendWith(sync, row, 'Words')
  expect(largeFiles.get()[row.id]).toEqual({ is: 'stopped', why: 'File size must be less than 100MB' })
  expect((await uploadsOf(replica, 'c1')).map(({ body }) => body.content)).toEqual(['Words'])
  expect(sync.enqueue).not.toHaveBeenCalled()
  await cancelLarge(replica, row.id)
})

test('its words wait in the conversation while it goes and after a restart, and it goes on once it is chosen again', async () => {
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
    'This is another file. Please choose the one that was sent.',
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

test('one that is stopped is gone from the device and from the server', async () => {
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

/** Waiting messages that the conversation shows, from the outbox and from uploads. */
async function waiting() {
  const entries = await replica.outbox.toArray()
  return [
    ...entries.map(({ id }) => `entry ${id}`),
    ...(await uploadsOf(replica, 'c1')).map(({ body }) => `upload ${body.content}`),
  ]
}

test('a page that ends as soon as the message of a complete upload is stored leaves the message and no upload', async () => {
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

test('a message that could not be stored after its upload leaves the upload, and going on makes it once', async () => {
  const row = await picked()
  const failing: SyncHandle = {
    ...fakeSync(LIVE_CLIENT),
    enqueue: () => Promise.reject(new Error('the store is closed')),
  }
  await sendWith(failing, row, 'The plan')
  expect(await waiting()).toEqual(['upload The plan'])
  expect(largeFiles.get()[row.id]).toEqual({
    is: 'stopped',
    why: 'Failed to send message. Please try again.',
  })

  const stored = (await replica.files.get(row.id)) ?? expect.fail('the record is gone')
  const sync = storingSync(LIVE_CLIENT, replica)
  await sendLarge(replica, sync, stored)
  expect(await waiting()).toEqual([`entry ${stored.message_id ?? ''}`])
})

test('the words are in the draft or with the upload, and a device without room loses them from neither', async () => {
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

test('one that was cancelled in another tab is not sent, and neither are its words', async () => {
  const sync = storingSync(LIVE_CLIENT, replica)
  const row = await picked()
  const stop = largeFiles.subscribe(() => {
    const state = largeFiles.get()[row.id]
    if (state?.is === 'going' && state.sent > 0) void replica.files.delete(row.id)
  })
  await sendWith(sync, row, 'Not this one')
  stop()
  expect([await replica.outbox.count(), largeFiles.get()]).toEqual([0, {}])
})

test('a server that asks for a pause is not asked again before it', async () => {
  server.errorAnswer = {
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
