// Tests of the alert about an inactive subscription: admins see the client's, and each event can be dismissed once.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'

import type { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { clientRow, payingRow } from '../../../testing/rows/rows'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import { SubscriptionAlert } from './alert'

let replica: Replica
beforeEach(async () => {
  replica = freshReplica()
  await replica.clients.put({ ...clientRow({ id: 'c1', subscription_status: 'inactive' }), _s: ['c:c1'] })
  await replica.streams.put(readyStream('c:c1'))
})

function open(isShared: boolean) {
  const sync = fakeSync({ ...LIVE_CLIENT, role: 'client', client_id: 'c1' })
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u1', replica, sync, ...(isShared && { isShared: true as const }) }}>
        <SubscriptionAlert href="/s" messagingHref="/m" />
      </LiveContext>
    </MemoryRouter>,
  )
}

test.each([
  ['active', /^Your provider has switched off your access/, 'Go to Messaging'],
  ['past_due', /^Your subscription is not active: Past Due/, 'Go to Subscriptions'],
  [null, /^You have no active subscription/, 'Go to Subscriptions'],
])('shows an admin the same alert as the client if the subscription is %s', async (status, text, name) => {
  const rest = { client_id: 'c1', current_period_end: null, cancel_at_period_end: false, _s: ['c:c1'] }
  if (status !== null) await replica.stripe_subscriptions.put({ id: 'c1', status, ...rest } as never)
  open(true)
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name })).toBeVisible()
})

test('appears again when a dismissed problem was solved and happens a second time', async () => {
  const become = (subscription_status: 'active' | 'inactive') =>
    act(() => replica.clients.update('c1', { subscription_status }))
  await replica.streams.put(readyStream('u:u1'))
  await replica.stripe_user_subscriptions.put({
    ...payingRow({ subscription_status: 'past_due' }),
    _s: ['u:u1'],
  })
  open(false)
  fireEvent.click(await screen.findByRole('button', { name: 'Dismiss: Subscription Issue' }))
  await waitFor(() => expect(screen.queryByText('Subscription Issue')).toBeNull())
  await become('active')
  await waitFor(async () => expect(await replica.meta.count()).toBe(0))
  await become('inactive')
  expect(await screen.findByText('Subscription Issue')).toBeVisible()
})
