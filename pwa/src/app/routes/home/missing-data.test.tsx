// Tests of a client's dashboard when rows are missing, not loaded yet, or cannot be read.
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Replica } from '../../../db/schema'
import { failures } from '../../../lib/failures'
import {
  card,
  OFFLINE,
  openHome,
  clientWithAllSources,
  withClientHome,
} from '../../../testing/screens/client-home'
import { LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import ClientHomeRoute from './client-home'

vi.mock('../../../api/client', async (original) =>
  (await import('../../../testing/screens/analytics')).fakeClient(original),
)
withClientHome()

const open = (replica: Replica, at?: string, status?: typeof LIVE_CLIENT) =>
  openHome(<ClientHomeRoute />, replica, at, status)

test.each([
  [
    'no client belongs to the account',
    'No client account found. Please contact support.',
    { ...LIVE_CLIENT, client_id: null },
    false,
  ],
  ['the client’s row is missing', 'No client data found. Please contact support.', LIVE_CLIENT, true],
  [
    'nothing is stored and nothing can be loaded',
    'Error loading client data. Please try again later.',
    OFFLINE,
    false,
  ],
])('shows an error if %s', async (_what, text, status, isLoaded) => {
  const replica = freshReplica()
  if (isLoaded) await replica.streams.put(readyStream('c:c1'))
  open(replica, '/dashboard', status)
  expect(await screen.findByText(text)).toBeVisible()
})

test('records a failure if a subscription cannot be read, and shows the rest', async () => {
  const replica = await clientWithAllSources()
  const broken = () => Promise.reject(new Error('The store says no'))
  vi.spyOn(replica.stripe_user_subscriptions, 'get').mockImplementation(broken as never)
  const before = failures.get().length
  open(replica)
  await waitFor(async () => expect(await card('Performance score')).toHaveTextContent('91'))
  await waitFor(async () => expect(await card('Subscription')).toHaveTextContent('Active'))
  expect(
    failures
      .get()
      .slice(before)
      .map(({ what }) => what),
  ).toContain('store')
})

test('records a failure if the client cannot be read, and shows an error with a retry', async () => {
  const replica = await clientWithAllSources()
  const get = vi
    .spyOn(replica.clients, 'get')
    .mockImplementation((() => Promise.reject(new Error('The store says no'))) as never)
  const before = failures.get().length
  const user = open(replica)
  expect(await screen.findByText('Error loading client data. Please try again later.')).toBeVisible()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(failures.get().length).toBeGreaterThan(before)
  get.mockRestore()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(async () => expect(await card('Subscription')).toHaveTextContent('Active'))
  expect(screen.queryByText('Error loading client data. Please try again later.')).toBeNull()
})

test('shows dashes and no alerts until the data is loaded', async () => {
  const replica = await clientWithAllSources()
  await replica.streams.clear()
  await replica.performance_scores.clear()
  await replica.chat_messages.clear()
  await replica.stripe_user_subscriptions.clear()
  open(replica, '/dashboard', { ...LIVE_CLIENT, link: { is: 'catching-up', behind: 0 } })
  for (const name of ['Performance score', 'Users this month', 'Chat messages this week', 'Subscription'])
    await waitFor(async () => expect(await card(name)).toHaveTextContent('—'))
  const pageText = document.body.textContent
  for (const text of [
    'Not measured yet',
    'Connect Google Analytics',
    'Not Connected',
    'No chatbot activity yet',
    'Next report',
    'Complete onboarding',
    'Subscription Issue',
  ])
    expect(pageText).not.toContain(text)
})

test.each(['c:c1', 'u:u1'])('shows the quick actions last, only once all of %s is loaded', async (stream) => {
  const replica = await clientWithAllSources()
  await replica.streams.update(stream, { mode: 'loading' })
  open(replica)
  await waitFor(async () => expect(await card('Subscription')).toHaveTextContent('Active'))
  await screen.findByRole('heading', { name: 'Latest weekly report' })
  expect(screen.queryByRole('heading', { name: 'Quick actions' })).toBeNull()
  await act(() => replica.streams.update(stream, { mode: 'ready' }))
  expect(await screen.findByRole('heading', { name: 'Quick actions' })).toBeVisible()
})
