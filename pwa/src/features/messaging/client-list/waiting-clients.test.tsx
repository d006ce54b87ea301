// Tests of the clients that wait for an answer: the part of the list with them, and the one that opens first.
import { screen, waitFor, within } from '@testing-library/react'
import { useSearchParams } from 'react-router'
import { expect, test } from 'vitest'

import { clientRow } from '../../../testing/rows/rows'
import { openMessaging, replica, withMessaging } from '../../../testing/screens/messaging'
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

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

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
  await replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
  await replica.clients.bulkPut(
    ['Ash', 'Birch', 'Cedar'].map((company_name) => clientRow({ id: company_name, company_name })),
  )
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
  await user.type(screen.getByRole('searchbox', { name: 'Filter clients' }), 'cedar')
  await waitFor(() => expect(links()).toEqual(['/m?client=Cedar']))
  await user.clear(screen.getByRole('searchbox', { name: 'Filter clients' }))
  unmount()
  open()
  expect(await screen.findByRole('radio', { name: 'Waiting 3' })).toBeChecked()
})

test('opens on a desktop the conversation that waits longest, and offers the next one after the answer', async () => {
  widen()
  await replica.streams.put(readyStream('w'))
  await replica.clients.bulkPut(
    ['Ash', 'Birch'].map((company_name) => clientRow({ id: company_name, company_name })),
  )
  const wrote = (id: string, hours: number) => ({
    ...thread(id, 1, { last_message_at: hoursAgo(hours), last_message_role: 'client' }),
    _s: ['w'],
  })
  await replica.threads.bulkPut([wrote('Ash', 2), wrote('Birch', 26)])
  openMessaging(<Routed />, LIVE_ADMIN)
  const conversation = within(await screen.findByRole('region', { name: 'Conversation' }))
  expect(await conversation.findByRole('heading', { name: 'Birch' })).toBeVisible()
  expect(await conversation.findByRole('button', { name: 'No answer needed' })).toBeVisible()
  expect(conversation.queryByRole('link', { name: /Next waiting/ })).toBeNull()
  await replica.threads.update('Birch', { last_message_role: 'admin' })
  const next = await conversation.findByRole('link', { name: 'Next waiting: Ash' })
  expect(next).toHaveAttribute('href', '/m?client=Ash')
  expect(conversation.queryByRole('button', { name: 'No answer needed' })).toBeNull()
  await replica.threads.update('Ash', { last_message_role: 'admin' })
  await waitFor(() => expect(next).not.toBeInTheDocument())
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
