// Tests of the search in a conversation: on the device, on the server, offline, by keyboard, into the thread.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { MessageRow } from '../../../db/rows/messages'
import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { clientRow } from '../../../testing/rows/rows'
import { withSizes } from '../../../testing/setup/element-sizes'
import { message } from '../../../testing/servers/wire-rows'
import { ToastProvider } from '../../../ui/feedback/toast'
import { MessagingScreen } from '..'

vi.mock('../../../api/auth/access-token', () => ({
  accessToken: () => Promise.resolve({ is: 'token', token: 't', exp: 1 }),
  onSessionOver: () => undefined,
}))
withSizes(700, 60)
const OFFLINE = { ...LIVE_CLIENT, link: { is: 'offline', since: '2026-11-21T10:00:00Z' } } as const

let replica: Replica
let requests: URL[]
beforeEach(async () => {
  replica = new Replica(`search-${String(Math.random())}`)
  requests = []
  await replica.clients.put(clientRow())
  await replica.held.put({ client_id: 'c1', from: null, opened_at: 1, ready: true })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await replica.delete()
})

const messageRow = (n: number, content: string, more: Partial<MessageRow> = {}): MessageRow => ({
  ...message(n, 'c1', { id: `m${n}`, content }),
  _s: ['c:c1'],
  ...more,
})

/** The server responds to each search with these rows, or does not respond. */
function answers(rows: MessageRow[] | null, incomplete = false) {
  vi.stubGlobal('fetch', (request: Request) => {
    requests.push(new URL(request.url))
    return rows === null
      ? Promise.reject(new TypeError('no network'))
      : Promise.resolve(Response.json({ rows, incomplete }))
  })
}

async function search(words: string, status: typeof LIVE_CLIENT = LIVE_CLIENT) {
  const sync = fakeSync(status)
  render(
    <ToastProvider>
      <MemoryRouter>
        <LiveContext value={{ userId: 'u1', replica, sync }}>
          <Routes>
            <Route
              path="/"
              element={<MessagingScreen selected={null} hrefOf={(id) => id} onBack={() => undefined} />}
            />
            <Route path="/away" element={<Away />} />
          </Routes>
          <Link to="/away">Away</Link>
        </LiveContext>
      </MemoryRouter>
    </ToastProvider>,
  )
  const user = userEvent.setup()
  await screen.findByRole('log')
  await user.click(screen.getByRole('button', { name: 'Search this conversation' }))
  const field = screen.getByRole('searchbox', { name: 'Search this conversation' })
  expect(field).toHaveFocus()
  await user.type(field, words)
  const status_ = within(screen.getByRole('search')).getByRole('status')
  return { user, field, status: status_, sync }
}

function Away() {
  const navigate = useNavigate()
  return <button onClick={() => void navigate(-1)}>Back</button>
}

const resultList = () => screen.findByRole('list', { name: 'Messages found' })
const excerpts = async () =>
  [...(await resultList()).querySelectorAll('mark')].map((mark) => mark.parentElement?.textContent)

test('lists results of device and server together, newest first, with the words marked', async () => {
  await replica.messages.bulkPut([messageRow(5, 'Is the sign ready?'), messageRow(6, 'Tomorrow')])
  answers([messageRow(5, 'Is the sign ready?'), messageRow(2, 'The first SIGN')])
  const { status } = await search('sign')
  await waitFor(() => expect(status).toHaveTextContent('2 messages'))
  expect(await excerpts()).toEqual(['Is the sign ready?', 'The first SIGN'])
  expect([...(await resultList()).querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'sign',
    'SIGN',
  ])
  expect(
    requests.map((url) => [url.pathname, url.searchParams.get('client_id'), url.searchParams.get('words')]),
  ).toEqual([['/rest/v1/messages/search', 'c1', 'sign']])
})

test('restores the search after Back, unless the user closed it', async () => {
  await replica.messages.put(messageRow(5, 'Is the sign ready?'))
  answers([])
  const { user } = await search('sign')
  await resultList()
  await user.click(screen.getByRole('link', { name: 'Away' }))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByRole('searchbox', { name: 'Search this conversation' })).toHaveValue('sign')
  await waitFor(async () => expect(await excerpts()).toEqual(['Is the sign ready?']))
  await user.click(screen.getByRole('button', { name: 'Close the search' }))
  await user.click(screen.getByRole('link', { name: 'Away' }))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByRole('log')
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('searches only this device when offline, and shows that', async () => {
  await replica.messages.put(messageRow(5, 'Is the sign ready?'))
  answers(null)
  const { status } = await search('sign', OFFLINE)
  await waitFor(() =>
    expect(status).toHaveTextContent(
      '1 message on this device; older messages are searched when you are online',
    ),
  )
  expect(requests).toEqual([])
})

test('shows the searched word if nothing is found', async () => {
  await replica.messages.put(messageRow(5, 'Is the sign ready?'))
  answers([])
  await search('menu')
  expect(
    await screen.findByText('No message and no file’s name in this conversation contains “menu”.'),
  ).toBeVisible()
})

test('shows that a search ran out of time, with and without results', async () => {
  await replica.messages.put(messageRow(5, 'Hello'))
  answers([messageRow(2, 'The first SIGN')], true)
  const { status, user, field } = await search('sign')
  await waitFor(() =>
    expect(status).toHaveTextContent(
      '1 message so far. Older messages were not all searched; type more to narrow the search.',
    ),
  )
  answers([], true)
  await user.type(field, 'post')
  expect(await screen.findByText('Not all messages were searched for “signpost”.')).toBeVisible()
})

test('cancels a search when the words change', async () => {
  await replica.messages.put(messageRow(5, 'Hello'))
  const signals: AbortSignal[] = []
  vi.stubGlobal('fetch', (_request: Request, { signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise<Response>((_done, fail) =>
      signal.addEventListener('abort', () => fail(new TypeError('aborted'))),
    )
  })
  const { user, field } = await search('sign')
  await waitFor(() => expect(signals).toHaveLength(1))
  await user.type(field, 's')
  await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]))
})

test('opens a result in the conversation, steps to the next, and returns the focus on Esc', async () => {
  await replica.messages.bulkPut([
    messageRow(1, 'A sign'),
    messageRow(2, 'Hello'),
    messageRow(3, 'Another sign'),
  ])
  answers([])
  const { user, field, status } = await search('sign')
  await waitFor(() => expect(status).toHaveTextContent('2 messages'))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  const [, older] = within(await resultList()).getAllByRole('button')
  expect(older).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('list', { name: 'Messages found' })).toBeNull()
  await waitFor(() => expect(status).toHaveTextContent('2 of 2'))
  const marked = () =>
    document
      .querySelector('[data-message] .outline-focus')
      ?.closest('[data-message]')
      ?.getAttribute('data-message')
  expect(marked()).toBe('m1')
  await user.click(screen.getByRole('button', { name: 'Newer result' }))
  expect(marked()).toBe('m3')
  await user.click(field)
  await user.keyboard('{Escape}{Escape}')
  expect(screen.queryByRole('search')).toBeNull()
  expect(screen.getByRole('button', { name: 'Search this conversation' })).toHaveFocus()
})

test('loads the messages up to an older result, and shows an error if that fails', async () => {
  await replica.held.put({ client_id: 'c1', from: 'm5', opened_at: 1, ready: true })
  await replica.messages.put(messageRow(5, 'Hello'))
  answers([messageRow(1, 'The first sign')])
  const { user, status, sync } = await search('sign')
  sync.loadOlder.mockRejectedValue(new Error('no answer'))
  await user.click(await within(await resultList()).findByRole('button', { name: /The first sign/ }))
  await waitFor(() =>
    expect(status).toHaveTextContent('This message could not be loaded. It opens when you are online.'),
  )
  sync.loadOlder.mockImplementation(async () => {
    await replica.messages.put(messageRow(1, 'The first sign'))
    await replica.held.put({ client_id: 'c1', from: null, opened_at: 1, ready: true })
    return 'start' as const
  })
  await user.click(within(screen.getByRole('search')).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(status).toHaveTextContent('1 of 1'))
})

test('stops loading older messages when the user leaves the conversation', async () => {
  await replica.held.put({ client_id: 'c1', from: 'm5', opened_at: 1, ready: true })
  await replica.messages.put(messageRow(5, 'Hello'))
  answers([messageRow(1, 'The first sign')])
  const { user, sync } = await search('sign')
  const requested: ((end: 'start') => void)[] = []
  sync.loadOlder.mockImplementation(() => new Promise((resolve) => requested.push(resolve)))
  await user.click(await within(await resultList()).findByRole('button', { name: /The first sign/ }))
  await waitFor(() => expect(requested).not.toEqual([]))
  await user.click(screen.getByRole('link', { name: 'Away' }))
  const before = requested.length
  // The server has more pages, so the type of the stand-in is too narrow.
  await act(async () => {
    for (const respond of requested) respond('more' as 'start')
    await Promise.resolve()
  })
  expect(requested).toHaveLength(before)
})
