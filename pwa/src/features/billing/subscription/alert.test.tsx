// Tests that an admin who views a client's screens sees the same alert of an inactive subscription as the client.
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { clientRow } from '../../../testing/rows/rows'
import { SubscriptionAlert } from './alert'

let replica: Replica
beforeEach(async () => {
  replica = new Replica(`viewed-${crypto.randomUUID()}`)
  await replica.clients.put({ ...clientRow({ id: 'c1', subscription_status: 'inactive' }), _s: ['c:c1'] })
  await replica.streams.put({ s: 'c:c1', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
})
afterEach(() => replica.delete())

test.each([
  ['active', /^Your provider has switched off your access/, 'Go to Messaging'],
  ['past_due', /^Your subscription is not active: Past Due/, 'Go to Subscriptions'],
  [null, /^You have no active subscription/, 'Go to Subscriptions'],
])('shows an admin the same alert as the client if the subscription is %s', async (status, text, name) => {
  const rest = { client_id: 'c1', current_period_end: null, cancel_at_period_end: false, _s: ['c:c1'] }
  if (status !== null) await replica.stripe_subscriptions.put({ id: 'c1', status, ...rest } as never)
  render(
    <MemoryRouter>
      <LiveContext
        value={{
          userId: 'u1',
          replica,
          sync: fakeSync({ ...LIVE_CLIENT, role: 'client', client_id: 'c1' }),
          isShared: true,
        }}
      >
        <SubscriptionAlert href="/s" messagingHref="/m" />
      </LiveContext>
    </MemoryRouter>,
  )
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name })).toBeVisible()
})
