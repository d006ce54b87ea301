// Tests of files in a conversation: thumbnails of pictures and PDFs, and the display without a thumbnail.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { MessageRow } from '../../../db/rows/messages'
import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { ToastProvider } from '../../../ui/feedback/toast'
import { Attachment } from './attachment'
import { deleteOrphanPictures, storePicture, storedPicture } from './thumbnails'
import type { StoredFile } from '../rows/row'

vi.mock('../../../api/auth/access-token', () => ({
  accessToken: () => Promise.resolve({ is: 'token', token: 't', exp: 1 }),
  onSessionOver: () => undefined,
}))

const MB = 1024 * 1024
const ID = '01890000-0000-7000-8000-000000000001'
const OFFLINE = { ...LIVE_CLIENT, link: { is: 'offline' as const, since: '2026-11-22T08:00:00.000Z' } }
/** Responses of the server, in order; the last one repeats. */
let answers: { address: string | null; valid_s: number; is_coming: boolean }[]
let requests: { url: string; variant: string }[]
/** The thumbnail's bytes. Null if scripts cannot fetch it and only an image element can. */
let small: BlobPart | null
let replica: Replica
beforeEach(() => {
  small = null
  replica = new Replica(`attachment-${String(Math.random())}`)
  requests = []
  vi.stubGlobal('fetch', async (request: Request | string) => {
    // A string is a signed URL: respond with the thumbnail.
    if (typeof request === 'string')
      return small === null ? new Response(null, { status: 404 }) : new Response(small)
    requests.push((await request.json()) as (typeof requests)[number])
    return Response.json(answers.length > 1 ? answers.shift() : answers[0])
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await replica.delete()
})

const at = (address: string) => ({ address, valid_s: 300, is_coming: false })
const COMING = { address: null, valid_s: 0, is_coming: true }
const NONE = { address: null, valid_s: 0, is_coming: false }
let number = 0
/** A file with a URL that no other test uses. */
const file = (name: string, type: string, size = 1000): StoredFile => ({
  url: `/storage/v1/object/message-attachments/${String((number += 1))}`,
  name,
  type,
  size,
  width: type.startsWith('image/') ? 640 : null,
  height: type.startsWith('image/') ? 320 : null,
})

function show(attachment: StoredFile, status = LIVE_CLIENT) {
  const { unmount } = render(
    <ToastProvider>
      <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(status) }}>
        <Attachment messageId={ID} file={attachment} />
      </LiveContext>
    </ToastProvider>,
  )
  return Object.assign(userEvent.setup(), { unmount })
}

test('shows a thumbnail in the picture’s aspect ratio, and the original when the user opens it', async () => {
  answers = [at('/small'), at('/whole')]
  const attachment = file('sign.png', 'image/png')
  const user = show(attachment)
  const button = screen.getByRole('button', { name: 'Show sign.png' })
  expect(button).toHaveStyle({ width: '320px', aspectRatio: '320 / 160' })
  await waitFor(() => expect(button.querySelector('img')).toHaveAttribute('src', '/small'))
  await user.click(button)
  expect(
    await within(await screen.findByRole('dialog', { name: 'sign.png' })).findByRole('img', {
      name: 'sign.png',
    }),
  ).toHaveAttribute('src', '/whole')
  expect(requests).toEqual([
    { url: attachment.url, variant: 'preview' },
    { url: attachment.url, variant: 'file' },
  ])
})

test('shows the thumbnail of a large picture also when it is opened', async () => {
  answers = [at('/small')]
  const user = show(file('harbor.jpg', 'image/jpeg', 11 * MB))
  await user.click(screen.getByRole('button', { name: 'Show harbor.jpg' }))
  expect(await within(await screen.findByRole('dialog')).findByRole('img')).toHaveAttribute('src', '/small')
  expect(requests.map(({ variant }) => variant)).toEqual(['preview'])
})

test('shows the first page of a PDF with its name and size', async () => {
  answers = [at('/page')]
  const user = show(file('menu.pdf', 'application/pdf', 240_000))
  await user.click(screen.getByRole('button', { name: 'First page of menu.pdf' }))
  const dialog = await screen.findByRole('dialog', { name: 'menu.pdf' })
  expect(dialog).toHaveTextContent('First page, 240 kB')
  expect(await within(dialog).findByRole('img', { name: 'menu.pdf' })).toHaveAttribute('src', '/page')
  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Download menu.pdf 240 kB' })).toBeVisible()
})

test('requests a thumbnail again while the server is still creating it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answers = [COMING, COMING, at('/small')]
  show(file('sign.png', 'image/png'))
  const picture = () => screen.getByRole('button', { name: 'Show sign.png' }).querySelector('img')
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    expect(picture()).toHaveAttribute('src', '/small')
  })
  expect(requests).toHaveLength(3)
})

test('requests a new URL when the browser cannot load an expired one', async () => {
  answers = [at('/old'), at('/new')]
  show(file('sign.png', 'image/png'))
  const button = screen.getByRole('button', { name: 'Show sign.png' })
  await waitFor(() => expect(button.querySelector('img')).toHaveAttribute('src', '/old'))
  fireEvent.error(button.querySelector('img') ?? button)
  await waitFor(() => expect(button.querySelector('img')).toHaveAttribute('src', '/new'))
})

test.each([
  ['a broken picture', 'sign.png', 'image/png'],
  ['an archive', 'all.zip', 'application/zip'],
])('shows %s as its icon, name and size', async (_case, name, type) => {
  answers = [NONE]
  show(file(name, type))
  expect(await screen.findByRole('button', { name: `Download ${name} 1 kB` })).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
  expect(requests).toHaveLength(type === 'application/zip' ? 0 : 1)
})

test('stores a thumbnail that was shown, and shows it offline', async () => {
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${String(blobs.push(blob as Blob))}`)
  const ended = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  small = new Uint8Array([1, 2, 3])
  answers = [at('/small')]
  const attachment = file('sign.png', 'image/png')
  const { unmount } = show(attachment)
  const picture = () => screen.getByRole('button', { name: 'Show sign.png' }).querySelector('img')
  await waitFor(() => expect(picture()).toHaveAttribute('src', 'blob:1'))
  await waitFor(async () => expect(await storedPicture(replica, ID)).not.toBeNull())
  unmount()
  expect(ended).toHaveBeenCalledExactlyOnceWith('blob:1')

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const user = show(attachment, OFFLINE)
  await waitFor(() => expect(picture()).toHaveAttribute('src', 'blob:2'))
  expect(blobs.map(({ size, type }) => [size, type])).toEqual([
    [3, 'image/webp'],
    [3, 'image/webp'],
  ])
  await user.click(screen.getByRole('button', { name: 'Show sign.png' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'sign.png' }))
  expect(dialog.getByRole('img', { name: 'sign.png' })).toHaveAttribute('src', 'blob:2')
  expect(
    await dialog.findByText('This is a small preview. The full picture needs a connection.'),
  ).toBeVisible()
})

test('deletes the thumbnails of removed messages, and the oldest beyond the limit', async () => {
  const message = (id: string, attachment_url: string | null) =>
    ({ id, attachment_url, client_id: 'c1', created_at: id }) as MessageRow
  await replica.messages.bulkPut([message('a', '/storage/a'), message('b', null)])
  for (const id of ['a', 'b', 'gone']) await storePicture(replica, id, new ArrayBuffer(1))
  await replica.file_bytes.put({ id: '/storage/v1/object/report-videos/1', bytes: new ArrayBuffer(1) })
  await deleteOrphanPictures(replica)
  expect(await replica.file_bytes.toCollection().primaryKeys()).toEqual([
    '/storage/v1/object/report-videos/1',
    'picture a',
  ])
  await storePicture(replica, 'large', new ArrayBuffer(301 * 1024))
  const many = Array.from({ length: 331 }, (_, index) => `m${String(index).padStart(3, '0')}`)
  await replica.file_bytes.bulkPut(
    many.slice(0, 330).map((id) => ({ id: `picture ${id}`, bytes: new ArrayBuffer(1) })),
  )
  await storePicture(replica, many[330] ?? '', new ArrayBuffer(1))
  const left = await replica.file_bytes.where('id').startsWith('picture ').primaryKeys()
  expect([left.length, left[0], left.at(-1)]).toEqual([300, 'picture m031', 'picture m330'])
})
