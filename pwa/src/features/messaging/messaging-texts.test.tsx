// Tests of messaging's texts for missing data, its announcements to screen readers, and separate drafts.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { clientRow } from '../../testing/rows/rows'
import { withSizes } from '../../testing/setup/element-sizes'
import { message } from '../../testing/servers/wire-rows'
import { ToastProvider } from '../../ui/feedback/toast'
import { MessagingScreen } from '.'

withSizes(700, 60)
const OFFLINE = { is: 'offline', since: '2026-11-21T10:00:00Z' } as const

let replica: Replica
beforeEach(() => {
  replica = new Replica(`words-${String(Math.random())}`)
})
afterEach(() => replica.delete())

function open(status: SyncStatus, selected: string | null = null) {
  return render(
    <ToastProvider>
      <MemoryRouter>
        <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(status) }}>
          <MessagingScreen selected={selected} hrefOf={(id) => `/m?client=${id}`} onBack={() => undefined} />
        </LiveContext>
      </MemoryRouter>
    </ToastProvider>,
  )
}

const storeThread = (client_id: string) =>
  replica.held.put({ client_id, from: null, opened_at: 1, ready: true })

test.each([
  [
    'the clients cannot be loaded',
    { ...LIVE_ADMIN, link: OFFLINE, stalled: true },
    'Error loading clients. Please try again later.',
  ],
  [
    'nothing is loaded and there is no connection',
    { ...LIVE_CLIENT, role: null, link: OFFLINE, stalled: true },
    'Error loading messages. Please try again later.',
  ],
  [
    'the user has no client',
    { ...LIVE_CLIENT, client_id: null },
    'No client account found. Please contact support.',
  ],
] satisfies [string, SyncStatus, string][])('shows an error if %s', async (_case, status, words) => {
  open(status)
  expect(await screen.findByText(words)).toBeVisible()
})

test('keeps the conversation readable after sign-out, and asks the user to sign in', async () => {
  await storeThread('c1')
  await replica.messages.put({ ...message(1, 'c1', { content: 'From before' }), _s: ['c:c1'] })
  open({ ...LIVE_CLIENT, link: { is: 'signed-out' } })
  expect(await screen.findByText('Not authenticated. Please sign in.')).toBeVisible()
  expect(await screen.findByText('From before')).toBeVisible()
})

test('announces new messages to screen readers through a log', async () => {
  await storeThread('c1')
  await replica.messages.put({ ...message(1, 'c1'), _s: ['c:c1'] })
  open(LIVE_CLIENT)
  const log = await screen.findByRole('log', { name: 'Messages' })
  expect([log.getAttribute('aria-live'), log.getAttribute('aria-relevant')]).toEqual(['polite', 'additions'])
})

test('keeps the drafts of two clients separate', async () => {
  await replica.clients.bulkPut([clientRow(), clientRow({ id: 'c2', company_name: 'Zinc' })])
  await Promise.all(['c1', 'c2'].map(storeThread))
  const user = userEvent.setup()
  for (const [id, text] of [
    ['c1', 'For Northwind'],
    ['c2', 'For Zinc'],
  ] as const) {
    const { unmount } = open(LIVE_ADMIN, id)
    await user.type(await screen.findByRole('textbox', { name: 'Message' }), text)
    await waitFor(async () => expect((await replica.drafts.get(id))?.text).toBe(text))
    unmount()
  }
  open(LIVE_ADMIN, 'c1')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('For Northwind'))
})

test('attaches a picture from a phone’s camera', async () => {
  const finger = (query: string) => ({
    matches: query === '(pointer: coarse)',
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  })
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => finger(query) as unknown as MediaQueryList)
  await storeThread('c1')
  const { container } = open(LIVE_CLIENT)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Attach' }))
  const items = within(await screen.findByRole('menu', { name: 'Attach' })).getAllByRole('menuitem')
  expect(items.map((one) => one.textContent)).toEqual(['Photos', 'Take a picture', 'Attach files'])
  const camera =
    container.querySelector<HTMLInputElement>('input[data-picks="camera"]') ?? expect.fail('no camera')
  expect([camera.getAttribute('accept'), camera.getAttribute('capture')]).toEqual(['image/*', 'environment'])
  const opened = vi.spyOn(camera, 'click')
  await user.click(screen.getByRole('menuitem', { name: 'Take a picture' }))
  expect(opened).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Attach' })).toHaveFocus()
  fireEvent.change(camera, { target: { files: [new File(['x'], 'image', { type: 'image/jpeg' })] } })
  expect(await screen.findByRole('list', { name: 'Files to send' })).toHaveTextContent('image.jpg')
})

test('asks the user to choose a large file again after a reload', async () => {
  await storeThread('c1')
  const size = 26 * 1024 * 1024
  await replica.files.add({
    id: 'f1',
    client_id: 'c1',
    name: 'plan.zip',
    type: 'application/zip',
    size,
    sent: 1,
    modified: 0,
    text: null,
    queued: false,
  })
  open(LIVE_CLIENT)
  expect(await screen.findByRole('list', { name: 'Files to send' })).toHaveTextContent(
    'plan.zipChoose the file again to send it',
  )
})
