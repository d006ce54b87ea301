// View as client: an admin navigates a client's screens, and controls do nothing.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, type Mock, test, vi } from 'vitest'

import { LiveContext } from '../../live/live'
import { fakeApi } from '../../testing/screens/analytics'
import { fakeSync, LIVE_ADMIN } from '../../testing/sync/fake-sync'
import { applyDelete, freshReplica, readyStream } from '../../testing/sync/replicas'
import { clientRow, scoreRow } from '../../testing/rows/rows'
import { withSizes } from '../../testing/setup/element-sizes'
import { message, thread } from '../../testing/servers/wire-rows'
import { ToastProvider } from '../../ui/feedback/toast'
import ViewAsRoute from '../routes/admin/view-as'

const world = vi.hoisted<{ api: unknown; viewWith: Mock; send: Mock }>(() => ({
  api: null,
  viewWith: vi.fn(),
  send: vi.fn(),
}))
vi.mock('../../api/client', async (original) => ({
  ...(await original<object>()),
  viewWith: world.viewWith,
  send: world.send,
  get ownApi() {
    return world.api
  },
}))
withSizes(700, 60)

const AT = '2026-11-22T14:02:00.000000Z'
const rows = {
  clients: [clientRow({ website_url: 'https://bakery.example/' })],
  performance_scores: [scoreRow({ performance_score: 91 })],
  threads: [thread('c1', 1, { client_unread: 1 })],
  messages: [message(1, 'c1', { content: 'How is our score?' })],
}
let views = 0
let next: Record<string, string> = {}
beforeEach(() => {
  views = 0
  next = {}
  rows.threads = [thread('c1', 1, { client_unread: 1 })]
  world.viewWith.mockClear()
  world.send.mockReset()
  world.api = fakeApi({
    'POST client_views': () => {
      views += 1
      return { data: { at: AT, token: 'view-token', rows, next }, response: { ok: true, status: 200 } }
    },
  })
})

const whole = (status: number, body: unknown) => ({
  response: new Response(null, { status }),
  text: JSON.stringify(body),
})

async function open(path = '') {
  const replica = freshReplica()
  await replica.clients.put(clientRow({ _s: ['w'] }))
  await replica.streams.put(readyStream('w'))
  const sync = fakeSync(LIVE_ADMIN)
  render(
    <ToastProvider>
      <MemoryRouter initialEntries={[`/dashboard/view-as/c1${path}`]}>
        <LiveContext value={{ userId: 'u9', replica, sync }}>
          <Routes>
            <Route path="/dashboard/view-as/:client/*" element={<ViewAsRoute />} />
            <Route path="*" element={null} />
          </Routes>
        </LiveContext>
        <ShownPath />
      </MemoryRouter>
    </ToastProvider>,
  )
  return { user: userEvent.setup(), replica, sync }
}

function ShownPath() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}
const shownPath = () => screen.getByTestId('where').textContent
const bar = () => within(screen.getByRole('region', { name: 'View as client' }))

test('shows an admin the client’s dashboard, its owner and time, and follows its links', async () => {
  const { user } = await open()
  expect(await screen.findByRole('heading', { name: 'My Dashboard' })).toBeVisible()
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Performance score' })).toHaveTextContent('91'),
  )
  expect(bar().getByText('You see what Northwind Roasters sees')).toBeVisible()
  expect(bar().getByText(/^Read-only, as of \d+:\d\d [AP]M\./)).toBeVisible()
  expect(screen.getByRole('region', { name: 'Chat messages this week' })).toHaveTextContent('—')
  expect(screen.getByText('Chatbot conversations are private.')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'PageSpeed' }))
  await waitFor(() => expect(shownPath()).toBe('/dashboard/view-as/c1?view=pagespeed'))
  await user.click(bar().getByRole('link', { name: 'Messaging' }))
  expect(await screen.findByText('How is our score?')).toBeVisible()
  await user.click(bar().getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(views).toBe(2))
  await waitFor(() => expect(world.viewWith.mock.calls.flat()).toEqual(['view-token', 'view-token']))
  await user.click(bar().getByRole('button', { name: 'Stop viewing' }))
  expect(shownPath()).toBe('/dashboard')
  expect(world.viewWith).toHaveBeenLastCalledWith(null)
})

test('loads further rows page by page with the view’s token', async () => {
  next = { messages: 'after the first' }
  const pages: Record<string, unknown> = {
    'after the first': { rows: [message(2, 'c1', { content: 'Second page' })], next: 'after the second' },
    'after the second': { rows: [message(3, 'c1', { content: 'Third page' })], next: null },
  }
  world.send.mockImplementation(({ url }: Request, token: string) => {
    const requested = new URL(url)
    expect([
      requested.pathname,
      requested.searchParams.get('s'),
      requested.searchParams.get('tbl'),
      token,
    ]).toEqual(['/realtime/v1/rows', 'c:c1', 'messages', 'view-token'])
    return Promise.resolve(whole(200, pages[requested.searchParams.get('after') ?? '']))
  })
  await open('/messaging')
  for (const text of ['How is our score?', 'Second page', 'Third page'])
    expect(await screen.findByText(text)).toBeVisible()
  expect(world.send).toHaveBeenCalledTimes(2)
})

test('shows an error if a page of rows cannot be loaded, and retries', async () => {
  next = { messages: 'after the first' }
  world.send.mockResolvedValueOnce(whole(500, {})).mockResolvedValue(whole(200, { rows: [], next: null }))
  const { user } = await open()
  expect(await screen.findByText('Error loading client data. Please try again later.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'My Dashboard' })).toBeVisible()
})

test('shows that data has changed since, until the admin refreshes', async () => {
  const { user, replica } = await open()
  await screen.findByRole('heading', { name: 'My Dashboard' })
  expect(bar().getByRole('status')).toBeEmptyDOMElement()
  const { v } = thread('c1', 1, {})
  await act(() => replica.threads.put({ ...thread('c1', 1, {}), v: v + 1, _s: ['w'] }))
  expect(await bar().findByText('Something has changed since. Refresh to see it.')).toBeVisible()
  rows.threads = [{ ...thread('c1', 1, {}), v: v + 1 }]
  await user.click(bar().getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(bar().getByRole('status')).toBeEmptyDOMElement())
})

test('shows that a row was deleted since, until the admin refreshes', async () => {
  const { user, replica } = await open()
  const { v } = thread('c1', 1, {})
  await replica.threads.put({ ...thread('c1', 1, {}), _s: ['w'] })
  await screen.findByRole('heading', { name: 'My Dashboard' })
  expect(bar().getByRole('status')).toBeEmptyDOMElement()
  await act(() => applyDelete(replica, 'w', 'threads', 'c1', v + 1))
  expect(await bar().findByText('Something has changed since. Refresh to see it.')).toBeVisible()
  rows.threads = []
  await user.click(bar().getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(bar().getByRole('status')).toBeEmptyDOMElement())
})

test('disables typing, sending, read markers and links to other screens', async () => {
  const { user, replica, sync } = await open('/messaging')
  const composer = await screen.findByRole('textbox', { name: 'Message' })
  await screen.findByText('How is our score?')
  await waitFor(() => expect(composer).toHaveAttribute('aria-disabled', 'true'))
  const search = screen.getByRole('button', { name: 'Search this conversation' })
  expect(search).toHaveAttribute('aria-disabled', 'true')
  await user.click(search)
  expect(screen.queryByRole('searchbox')).toBeNull()
  await user.click(composer)
  expect(composer).not.toHaveFocus()
  await user.type(composer, 'From nobody{Enter}')
  expect(composer).toHaveValue('')
  expect((await screen.findAllByText('View only.')).length).toBeGreaterThan(0)
  await user.click(bar().getByRole('link', { name: 'My Dashboard' }))
  const settings = await screen.findByRole('link', { name: 'Settings' })
  await waitFor(() => expect(settings).toHaveAttribute('aria-disabled', 'true'))
  expect(screen.getByRole('link', { name: 'View reports' })).not.toHaveAttribute('aria-disabled')
  await user.click(settings)
  expect(shownPath()).toBe('/dashboard/view-as/c1')
  expect(sync.enqueue).not.toHaveBeenCalled()
  expect(await Promise.all([replica.outbox.count(), replica.drafts.count()])).toEqual([0, 0])
  expect(views).toBe(1)
})

test.each([
  [404, 'Client not found'],
  [500, 'Error loading client data. Please try again later.'],
])('shows an error if the server responds with %s, and retries', async (status, text) => {
  const seen = (world.api as { POST: (path: string) => Promise<unknown> }).POST
  world.api = {
    POST: vi
      .fn()
      .mockResolvedValueOnce({ error: {}, response: { ok: false, status } })
      .mockImplementation(seen),
  }
  const { user } = await open()
  expect(await screen.findByText(text)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'My Dashboard' })).toBeVisible()
})
