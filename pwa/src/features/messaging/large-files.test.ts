// Files too large to wait on the device: in parts, over a line that breaks, refused, stopped, and after a reload.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('../../api/access', () => ({ accessToken: () => Promise.resolve({ is: 'token', token: 't', exp: 1 }), whenSessionIsOver: () => undefined }))

import { Replica } from '../../db/schema'
import type { FileRow } from '../../db/file-rows'
import { fakeSync, LIVE_CLIENT } from '../../testing/fake-sync'
import { TusServer } from '../../testing/tus-server'
import { addFiles, draftFiles } from './draft-files'
import { cancelLarge, largeFiles, type LargeState, sendLarge } from './large-files'

const MB = 1024 * 1024
const SIZE = 26 * MB
/** The least part: one of a file this small arrives within a minute also at 9 kB a second. */
const PART = MB / 2
const UP = true

let replica: Replica
let server: TusServer
beforeEach(() => {
  replica = new Replica(`large-${String(Math.random())}`)
  server = new TusServer()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await replica.delete()
})

/** No two parts of it are alike. */
function plan(): File {
  const bytes = new Uint8Array(SIZE)
  for (let at = 0; at < SIZE; at += 4096) bytes.set([at / 4096 & 255, at >> 20], at)
  return new File([bytes], 'plan.zip', { type: 'application/zip', lastModified: 7 })
}

async function picked(file = plan()): Promise<FileRow> {
  expect(await addFiles(replica, 'c1', [file], UP)).toEqual([])
  const [row] = await draftFiles(replica, 'c1')
  return row ?? expect.fail('nothing is picked')
}

const digest = async (bytes: BufferSource) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join()

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
  const stop = largeFiles.subscribe(() => seen.push(largeFiles.get()[row.id] ?? { is: 'stopped', why: 'gone' }))
  await sendLarge(replica, sync, row, 'Here it is')
  stop()
  expect(server.asked).toEqual(['POST', ...Array.from({ length: 52 }, (_, n) => `PATCH ${n * PART}`)])
  expect(seen.filter(({ is }) => is === 'going').map((state) => state.is === 'going' && state.sent)).toEqual(expect.arrayContaining([0, PART, 24 * MB, SIZE]))
  await expectArrived(file)
  const body: unknown = expect.objectContaining({ client_id: 'c1', content: 'Here it is', attachment_url: `/storage/v1/object/message-attachments/${row.id}.zip` })
  expect(sync.enqueue).toHaveBeenCalledExactlyOnceWith({ kind: 'messages.send', body })
  expect([await replica.files.count(), largeFiles.get()]).toEqual([0, {}])
})

test('a line that breaks three times loses nothing, and nothing that has arrived goes again', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const file = plan()
  for (const offset of [4 * MB, 12 * MB, 24 * MB]) server.breaks.add(offset)
  await sendLarge(replica, sync, await picked(file), '')
  const parts = server.asked.filter((one) => one.startsWith('PATCH'))
  expect(parts.length - new Set(parts).size).toBe(3)
  expect(server.asked.filter((one) => one === 'HEAD')).toHaveLength(3)
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
  await sendLarge(replica, sync, again, '')
  expect(server.asked).toEqual(['HEAD', `PATCH ${25 * MB}`, `PATCH ${25 * MB + PART}`])
  expect(sync.enqueue).toHaveBeenCalledOnce()
})

test('what the server refuses stays picked, with the words of the refusal', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const row = await picked()
  server.refusal = { status: 413, body: JSON.stringify({ code: 'file_too_large', message: 'File size must be less than 100MB' }) }
  await sendLarge(replica, sync, row, 'Words')
  expect(largeFiles.get()[row.id]).toEqual({ is: 'stopped', why: 'File size must be less than 100MB' })
  expect((await draftFiles(replica, 'c1')).map(({ text }) => text)).toEqual(['Words'])
  expect(sync.enqueue).not.toHaveBeenCalled()
  await cancelLarge(replica, row.id)
})

test('one that is stopped is gone from the device and from the server', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const row = await picked()
  server.stalls = true
  const going = sendLarge(replica, sync, row, '')
  await vi.waitFor(() => expect(server.asked).toContain('PATCH 0'))
  await cancelLarge(replica, row.id)
  await going
  await vi.waitFor(() => expect(server.uploads.size).toBe(0))
  expect([await replica.files.count(), largeFiles.get()]).toEqual([0, {}])
  expect(sync.enqueue).not.toHaveBeenCalled()
})
