// Content that another app shares is stored in the replica of the signed-in user, and in no other.
import { readFileSync } from 'node:fs'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { storageKey } from '../api/auth/session-store'
import { authStorage } from '../api/auth/storage'
import { SHARE } from '../db/rows/files'
import { Replica } from '../db/schema'
import { ACCEPT } from '../synced/messaging/file-limits'
import { receiveShare, SHARE_PATH } from './share'

const MB = 1024 * 1024
const MAYA = 'maya'
let replica: Replica

beforeEach(async () => {
  vi.stubGlobal('location', new URL('https://app.example/'))
  replica = new Replica(MAYA)
  await replica.open()
  await signIn(MAYA)
})
afterEach(async () => {
  await replica.delete()
  await authStorage.removeItem(storageKey())
  vi.unstubAllGlobals()
})

const signIn = (id: string) =>
  authStorage.setItem(
    storageKey(),
    JSON.stringify({ access_token: 'a', refresh_token: 'r', user: { id, factors: [] } }),
  )

/** Shares these fields, and returns where the browser goes next. */
async function shared(fields: Record<string, string>, files: File[] = []): Promise<string | null> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const file of files) form.append('files', file)
  const request = { formData: () => Promise.resolve(form) } as Request
  const response = await receiveShare(request)
  expect(response.status).toBe(303)
  return response.headers.get('Location')
}

const png = (name: string) => new File([new Uint8Array([1, 2, 3])], name, { type: 'image/png' })
function sized(name: string, size: number): File {
  const file = png(name)
  Object.defineProperty(file, 'size', { value: size })
  return file
}

test('the manifest names this path, and the accepted endings', () => {
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
    share_target: { action: string; method: string; params: { files: { accept: string[] }[] } }
  }
  const { action, method, params } = manifest.share_target
  expect([action, method]).toEqual([SHARE_PATH, 'POST'])
  const endings = params.files[0]?.accept.filter((one) => one.startsWith('.')) ?? []
  expect(endings.toSorted()).toEqual(ACCEPT.split(',').toSorted())
})

test('stores a picture and its text, and opens the conversation', async () => {
  expect(await shared({ text: 'Our new sign' }, [png('sign.png')])).toBe('/dashboard/messaging')
  const [file] = await replica.files.toArray()
  expect(file).toMatchObject({ client_id: SHARE, name: 'sign.png', type: 'image/png', size: 3, text: null })
  expect((await replica.file_bytes.get(file?.id ?? ''))?.bytes.byteLength).toBe(3)
  expect(await replica.drafts.toArray()).toEqual([{ id: SHARE, text: 'Our new sign' }])
  await shared({ title: 'Opening hours', text: 'See https://shop.example', url: 'https://shop.example' })
  expect((await replica.drafts.get(SHARE))?.text).toBe(
    'Our new sign\nOpening hours\nSee https://shop.example',
  )
})

test('stores no bytes of files that cannot be attached', async () => {
  const exe = new File(['x'], 'setup.exe')
  await shared({}, [sized('huge.png', 100 * MB + 1), exe, png('fine.png')])
  const files = await replica.files.toArray()
  expect(files.map(({ name }) => name)).toEqual(['huge.png', 'setup.exe', 'fine.png'])
  expect(await replica.file_bytes.toCollection().primaryKeys()).toEqual([files[2]?.id])
})

test('stores nothing if no user is signed in, and redirects to the sign-in', async () => {
  await authStorage.removeItem(storageKey())
  expect(await shared({ text: 'Private' }, [png('private.png')])).toBe('/auth?share=dropped')
  expect(await Promise.all([replica.files.count(), replica.drafts.count()])).toEqual([0, 0])
  // The next user of this device does not get it.
  const next = new Replica('otto')
  await next.open()
  await signIn('otto')
  expect(await Promise.all([next.files.count(), next.drafts.count()])).toEqual([0, 0])
  await next.delete()
})

test('stores a share only for the signed-in user', async () => {
  const other = new Replica('otto')
  await other.open()
  await shared({ text: 'For the team' }, [png('sign.png')])
  expect(await Promise.all([other.files.count(), other.drafts.count()])).toEqual([0, 0])
  expect(await Promise.all([replica.files.count(), replica.drafts.count()])).toEqual([1, 1])
  await other.delete()
})

test('creates no replica for a user whose data was just deleted', async () => {
  await replica.delete()
  expect(await shared({ text: 'Late' })).toBe('/dashboard/messaging?share=failed')
  expect((await indexedDB.databases()).filter(({ name }) => name?.includes(MAYA))).toEqual([])
})

test('reports a share that the device cannot store', async () => {
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await shared({}, [png('sign.png')])).toBe('/dashboard/messaging?share=failed')
  full.mockRestore()
  expect(await replica.files.count()).toBe(0)
})
