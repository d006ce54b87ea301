// Files as they stand in a conversation: small pictures of pictures and PDFs, and what is shown while there is none.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../testing/fake-sync'
import { ToastProvider } from '../../ui/toast'
import { Attachment } from './attachment'
import type { KeptFile } from './thread-rows'

vi.mock('../../api/access', () => ({ accessToken: () => Promise.resolve({ is: 'token', token: 't', exp: 1 }), whenSessionIsOver: () => undefined }))

const MB = 1024 * 1024
/** What the server answers, one after the other; the last one again and again. */
let answers: { address: string | null; valid_s: number; is_coming: boolean }[]
let asked: { url: string; variant: string }[]
let replica: Replica
beforeEach(() => {
  replica = new Replica(`attachment-${String(Math.random())}`)
  asked = []
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push((await request.json()) as (typeof asked)[number])
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
/** Of an address that no other test has asked for. */
const file = (name: string, type: string, size = 1000): KeptFile => ({
  url: `/storage/v1/object/message-attachments/${String((number += 1))}`,
  name,
  type,
  size,
  width: type.startsWith('image/') ? 640 : null,
  height: type.startsWith('image/') ? 320 : null,
})

function show(kept: KeptFile) {
  render(
    <ToastProvider>
      <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_CLIENT) }}>
        <Attachment file={kept} />
      </LiveContext>
    </ToastProvider>,
  )
  return userEvent.setup()
}

test('a picture is shown small in a box of its own shape, and as it was sent when it is opened', async () => {
  answers = [at('/small'), at('/whole')]
  const kept = file('sign.png', 'image/png')
  const user = show(kept)
  const button = screen.getByRole('button', { name: 'Show sign.png' })
  expect(button).toHaveStyle({ width: '320px', aspectRatio: '320 / 160' })
  await waitFor(() => expect(button.querySelector('img')).toHaveAttribute('src', '/small'))
  await user.click(button)
  expect(await within(await screen.findByRole('dialog', { name: 'sign.png' })).findByRole('img', { name: 'sign.png' })).toHaveAttribute('src', '/whole')
  expect(asked).toEqual([
    { url: kept.url, variant: 'preview' },
    { url: kept.url, variant: 'file' },
  ])
})

test('of a large picture the small one is shown also when it is opened', async () => {
  answers = [at('/small')]
  const user = show(file('harbor.jpg', 'image/jpeg', 11 * MB))
  await user.click(screen.getByRole('button', { name: 'Show harbor.jpg' }))
  expect(await within(await screen.findByRole('dialog')).findByRole('img')).toHaveAttribute('src', '/small')
  expect(asked.map(({ variant }) => variant)).toEqual(['preview'])
})

test('of a PDF its first page stands above its name and size', async () => {
  answers = [at('/page')]
  const user = show(file('menu.pdf', 'application/pdf', 240_000))
  await user.click(screen.getByRole('button', { name: 'First page of menu.pdf' }))
  const dialog = await screen.findByRole('dialog', { name: 'menu.pdf' })
  expect(dialog).toHaveTextContent('First page, 240 kB')
  expect(await within(dialog).findByRole('img', { name: 'menu.pdf' })).toHaveAttribute('src', '/page')
  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Download menu.pdf 240 kB' })).toBeVisible()
})

test('one that is still being drawn is asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answers = [COMING, COMING, at('/small')]
  show(file('sign.png', 'image/png'))
  const picture = () => screen.getByRole('button', { name: 'Show sign.png' }).querySelector('img')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    expect(picture()).toHaveAttribute('src', '/small')
  })
  expect(asked).toHaveLength(3)
})

test('an address whose time is over is made anew once the browser has failed to fetch it', async () => {
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
])('%s is its icon, name and size', async (_case, name, type) => {
  answers = [NONE]
  show(file(name, type))
  expect(await screen.findByRole('button', { name: `Download ${name} 1 kB` })).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
  expect(asked).toHaveLength(type === 'application/zip' ? 0 : 1)
})
