// Tests of the alert about an inactive subscription: admins see the client's, and each event can be dismissed once.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { clientRow, payingRow } from '../../../testing/rows/rows'
import { SubscriptionAlert } from './alert'

let replica: Replica
beforeEach(async () => {
  replica = new Replica(`viewed-${crypto.randomUUID()}`)
  await replica.clients.put({ ...clientRow({ id: 'c1', subscription_status: 'inactive' }), _s: ['c:c1'] })
  await replica.streams.put({ s: 'c:c1', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
})
afterEach(() => replica.delete())

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
  const streams = { e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null } as const
  await replica.streams.put({ s: 'u:u1', ...streams })
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
