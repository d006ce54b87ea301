// Tests of the clients that wait for an answer: the part of the list with them, and the list beside it.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { clientRow } from '../../../testing/rows/rows'
import { openMessaging, replica, withMessaging } from '../../../testing/screens/messaging'
import { thread } from '../../../testing/servers/wire-rows'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { MessagingScreen } from '..'

withMessaging()

const open = () =>
  openMessaging(
    <MessagingScreen selected={null} hrefOf={(id) => `/m?client=${id}`} onBack={() => undefined} />,
    LIVE_ADMIN,
  )

test('lists the clients that wait on request, longest wait on top, and remembers the choice', async () => {
  await replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
  await replica.clients.bulkPut(
    ['Ash', 'Birch', 'Cedar'].map((company_name) => clientRow({ id: company_name, company_name })),
  )
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const last = (id: string, hours: number, last_message_role: 'client' | 'admin', provider_unread = 0) => ({
    ...thread(id, 1, { provider_unread, last_message_at: hoursAgo(hours), last_message_role }),
    _s: ['w'],
  })
  await replica.threads.bulkPut([
    last('Ash', 2.5, 'client', 1),
    last('Birch', 26, 'client'),
    last('Cedar', 90, 'admin'),
    // An admin read it days ago but did not answer, so the client still waits.
    last('c1', 96, 'client'),
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
  await replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
  const ids = Array.from({ length: count }, (_, number) => `waiting${number}`)
  await replica.clients.bulkPut(ids.map((id) => clientRow({ id, company_name: id })))
  const waits = { last_message_at: new Date().toISOString(), last_message_role: 'client' } as const
  await replica.threads.bulkPut(ids.map((id) => ({ ...thread(id, 1, waits), _s: ['w'] })))
  open()
  expect(await screen.findByText(text)).toBeVisible()
  const list = within(screen.getByRole('list', { name: 'Clients that wait for an answer' }))
  expect(list.getAllByRole('link')).toHaveLength(8)
})

test('shows that no client waits for an answer, and lists all clients on request', async () => {
  localStorage.setItem('conversations_part', 'waiting')
  await replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'Nobody waits for an answer' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: 'Conversations' })).getAllByRole('link')).toHaveLength(1),
  )
})
