// Tests of the clients that wait for an answer: the part of the list with them, and the list beside it.
import { screen, waitFor, within } from '@testing-library/react'
import { useSearchParams } from 'react-router'
import { expect, test } from 'vitest'

import type { ThreadRow } from '../../../db/rows/messages'
import { clientRow, snoozedRow } from '../../../testing/rows/rows'
import { held, messageRow, openMessaging, replica, withMessaging } from '../../../testing/screens/messaging'
import { thread } from '../../../testing/servers/wire-rows'
import { widen } from '../../../testing/setup/wide'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { readyStream } from '../../../testing/sync/replicas'
import { MessagingScreen } from '..'

withMessaging()

const open = () =>
  openMessaging(
    <MessagingScreen selected={null} hrefOf={(id) => `/m?client=${id}`} onBack={() => undefined} />,
    LIVE_ADMIN,
  )

/** A thread whose last message the client wrote some hours ago. */
const wrote = (id: string, hours: number, more: Partial<ThreadRow> = {}): ThreadRow => ({
  ...thread(id, 1, {
    last_message_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
    last_message_role: 'client',
    ...more,
  }),
  _s: ['w'],
})

/** The screen with the client of the address. */
function Routed() {
  const [params] = useSearchParams()
  return (
    <MessagingScreen
      selected={params.get('client')}
      hrefOf={(id) => `/m?client=${id}`}
      onBack={() => undefined}
    />
  )
}

test('lists the clients that wait on request, longest wait on top, and remembers the choice', async () => {
  await replica.streams.put(readyStream('w'))
  await replica.clients.bulkPut(
    ['Ash', 'Birch', 'Cedar'].map((company_name) => clientRow({ id: company_name, company_name })),
  )
  await replica.threads.bulkPut([
    wrote('Ash', 2.5, { provider_unread: 1 }),
    wrote('Birch', 26),
    wrote('Cedar', 90, { last_message_role: 'admin' }),
    // An admin read it days ago but did not answer, so the client still waits.
    wrote('c1', 96),
  ])
  const links = () =>
    within(screen.getByRole('list', { name: 'Conversations' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
  const { user, unmount } = open()
  await user.click(await screen.findByRole('radio', { name: 'Waiting 3' }))
  await waitFor(() => expect(links()).toEqual(['/m?client=c1', '/m?client=Birch', '/m?client=Ash']))
  expect(screen.getByText('2 hours')).toHaveTextContent('Waiting 2 hours')
  expect(screen.getByRole('heading', { name: '3 clients wait for an answer.' })).toBeVisible()
  expect(screen.getByText(/^Longest: .*, 4 days\.$/)).toBeVisible()
  expect(screen.getByRole('link', { name: /^Answer / })).toHaveAttribute('href', '/m?client=c1')
  const beside = within(screen.getByRole('list', { name: 'Clients that wait for an answer' }))
  expect(beside.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/m?client=c1',
    '/m?client=Birch',
    '/m?client=Ash',
  ])
  await replica.client_attention.put(snoozedRow('c1'))
  expect(await screen.findByText('Longest that is not snoozed: Birch, 1 day.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Answer Birch' })).toHaveAttribute('href', '/m?client=Birch')
  expect(beside.getAllByRole('link')).toHaveLength(3)
  await user.type(screen.getByRole('searchbox', { name: 'Filter clients' }), 'cedar')
  await waitFor(() => expect(links()).toEqual(['/m?client=Cedar']))
  await user.clear(screen.getByRole('searchbox', { name: 'Filter clients' }))
  unmount()
  open()
  expect(await screen.findByRole('radio', { name: 'Waiting 3' })).toBeChecked()
})

test.each([
  [9, '1 more is on the left, under Waiting.'],
  [10, '2 more are on the left, under Waiting.'],
])('lists eight of %i waiting clients, and counts the others', async (count, text) => {
  await replica.streams.put(readyStream('w'))
  const ids = Array.from({ length: count }, (_, number) => `waiting${number}`)
  await replica.clients.bulkPut(ids.map((id) => clientRow({ id, company_name: id })))
  await replica.threads.bulkPut(ids.map((id) => wrote(id, 1)))
  open()
  expect(await screen.findByText(text)).toBeVisible()
  const list = within(screen.getByRole('list', { name: 'Clients that wait for an answer' }))
  expect(list.getAllByRole('link')).toHaveLength(8)
})

test('opens no conversation by itself, and marks none as read', async () => {
  widen()
  await replica.streams.put(readyStream('w'))
  await held('c1')
  await replica.messages.put(messageRow(1))
  await replica.threads.put(wrote('c1', 2, { last_message_id: 'm1', provider_unread: 1 }))
  const { sync } = openMessaging(<Routed />, LIVE_ADMIN)
  expect(await screen.findByRole('link', { name: 'Answer Northwind Roasters' })).toBeVisible()
  await expect(screen.findByRole('region', { name: 'Conversation' }, { timeout: 300 })).rejects.toThrow()
  expect(sync.enqueue).not.toHaveBeenCalled()
})

test('shows that no client waits for an answer, and lists all clients on request', async () => {
  localStorage.setItem('conversations_part', 'waiting')
  await replica.streams.put(readyStream('w'))
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'Nobody waits for an answer' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: 'Conversations' })).getAllByRole('link')).toHaveLength(1),
  )
})
