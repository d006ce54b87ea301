// Tests of an admin's picture: chosen, cut on the device, shown at once, and removed. An error keeps the old one.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { opened, press } from '../../../testing/screens/signed-in'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import { setFaces } from '../../../ui/face'
import { NOT_SAVED, NOT_SUPPORTED, UNREADABLE } from './portrait'
import { PortraitTab } from './portrait-tab'

const PUT = vi.hoisted(() => vi.fn())
const startUpload = vi.hoisted(() => vi.fn())
vi.mock('../../../api/client', async (original) => ({ ...(await original<object>()), ownApi: { PUT } }))
vi.mock('../../../api/files/upload', () => ({ startUpload }))

const PORTRAIT_URL = '/storage/v1/object/portraits/1.jpg'
const drawImage = vi.fn()
const scaled: [number, number][] = []

beforeEach(() => {
  setFaces({})
  PUT.mockReset().mockResolvedValue({ data: { url: PORTRAIT_URL } })
  startUpload.mockReset().mockReturnValue({ done: Promise.resolve({ is: 'stored', url: PORTRAIT_URL }) })
  scaled.length = 0
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ width: 900, height: 600, close: () => undefined }),
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage,
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type,
  ) {
    scaled.push([this.width, this.height])
    done(new Blob(['jpeg'], { type: type ?? '' }))
  })
  URL.createObjectURL = () => 'blob:picture'
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open = () => opened(<PortraitTab />, '/dashboard/settings/profile', freshReplica(), LIVE_ADMIN)
// Not `user.upload`, because it applies `accept`, which does not apply to a dropped file.
const choose = (type: string) =>
  fireEvent.change(screen.getByLabelText('Picture file'), {
    target: { files: [new File(['x'], 'me', { type })] },
  })
const picture = () => document.querySelector('img')?.getAttribute('src')

test('shows the name and the email address as read-only', async () => {
  const replica = freshReplica()
  await replica.streams.put(readyStream('w'))
  const own = { v: 1, _s: ['w'], role: 'admin' as const, created_at: '2026-11-01T09:00:00Z' }
  await replica.admins.bulkPut([
    { ...own, id: 'a1', user_id: 'u9', name: 'Rosa', email: 'rosa@x.example' },
    { ...own, id: 'a2', user_id: 'u8', name: 'Ben', email: 'ben@x.example' },
  ])
  opened(<PortraitTab />, '/dashboard/settings/profile', replica, LIVE_ADMIN)
  const email = await screen.findByRole('textbox', { name: 'Email' })
  await waitFor(() => expect(email).toHaveValue('rosa@x.example'))
  expect(email).toHaveAttribute('readonly')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue(LIVE_ADMIN.name)
})

test('uploads the middle square with sides of 256 px, shows it, and removes it', async () => {
  const { user } = open()
  expect(screen.getByText('R')).toBeInTheDocument()
  choose('image/png')
  expect(await screen.findByText('Picture updated')).toBeInTheDocument()
  expect(drawImage).toHaveBeenCalledWith(expect.anything(), 150, 0, 600, 600, 0, 0, 256, 256)
  expect(scaled).toEqual([[256, 256]])
  expect(startUpload.mock.calls[0]?.[0]).toMatchObject({ bucket: 'portraits', type: 'image/jpeg' })
  expect(PUT).toHaveBeenLastCalledWith('/rest/v1/portraits', { body: { url: PORTRAIT_URL } })
  expect(picture()).toBe('blob:picture')
  PUT.mockResolvedValue({ data: { url: '' } })
  await press(user, screen, 'Remove')
  expect(await screen.findByText('Picture removed')).toBeInTheDocument()
  expect(PUT).toHaveBeenLastCalledWith('/rest/v1/portraits', { body: { url: '' } })
  expect(picture()).toBeUndefined()
})

test.each([
  ['a file of another type', NOT_SUPPORTED, 'image/gif', () => undefined],
  [
    'a file that is no picture',
    UNREADABLE,
    'image/png',
    () => vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture'))),
  ],
  ['no response', NOT_SAVED, 'image/png', () => PUT.mockResolvedValue({ error: {} })],
  [
    'a rejected file',
    'The picture is too large',
    'image/webp',
    () =>
      startUpload.mockReturnValue({
        done: Promise.resolve({ is: 'rejected', message: 'The picture is too large' }),
      }),
  ],
])('shows why the picture was not saved: %s', async (_, text, type, prepare) => {
  open()
  prepare()
  choose(type)
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(picture()).toBeUndefined()
  const section = screen.getByRole('region', { name: 'Your picture' })
  expect(within(section).queryByRole('button', { name: 'Remove' })).toBeNull()
})
