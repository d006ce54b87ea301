// A fake server for payments, Stripe's field without an iframe, and a rendered screen that uses both.
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'

import type { NoAnswer } from '../../api/client'
import type { UserSubscriptionRow } from '../../db/rows/billing'
import { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { fakeSync, LIVE_CLIENT } from '../sync/fake-sync'
import { payingRow } from '../rows/rows'

/** `until` delays the response. */
export type FakeResponse = { status?: number; body?: unknown; until?: Promise<void> } | NoAnswer

/** The response of each endpoint, and the requested paths. `call` replaces the API client's methods. */
export const server = { responses: {} as Record<string, FakeResponse>, requests: [] as string[] }

export function call(path: string): Promise<unknown> {
  server.requests.push(path)
  const fake = server.responses[path]
  if (fake instanceof Error || fake === undefined)
    return Promise.reject(fake ?? new Error(`no response is set for ${path}`))
  const response = new Response(null, { status: fake.status ?? 200 })
  return Promise.resolve(fake.until).then(() =>
    response.ok ? { data: fake.body, response } : { error: fake.body, response },
  )
}

export const errorResponse = (status: number, code: string, message: string): FakeResponse => ({
  status,
  body: { code, message },
})

const PRICE = { price: 99, currency: 'usd', interval: 'month' }
export const PRODUCT = {
  id: 'prod_1',
  priceId: 'price_1',
  name: 'Pulseboard',
  description: '',
  mode: 'subscription',
  ...PRICE,
}
export const FIELD = {
  client_secret: 'seti_1_secret_2',
  publishable_key: 'pk',
  script: 'about:blank',
  with_trial: true,
  price_id: 'price_1',
  ...PRICE,
}
export const ENDPOINTS = {
  products: '/rest/v1/products',
  checkout: '/functions/v1/create-checkout-session',
  portal: '/functions/v1/create-portal-session',
  setup: '/functions/v1/create-setup-intent',
  save: '/functions/v1/save-payment-method',
  confirm: '/functions/v1/confirm-checkout',
}
export const OFFLINE: SyncStatus = {
  ...LIVE_CLIENT,
  link: { is: 'offline', since: '2026-11-21T12:00:00.000Z' },
}

/** A new user for each test, because the app stores the user with a confirmed card in module state. */
export const currentUser = { id: '' }
/** The replica of the running test. */
export let replica: Replica

export function withPayments(): void {
  beforeEach(() => {
    currentUser.id = `u-${String(Math.random())}`
    replica = new Replica(`paying-${currentUser.id}`)
    localStorage.clear()
    server.requests = []
    const paying = { body: payingRow() }
    server.responses = {
      [ENDPOINTS.products]: { body: [PRODUCT] },
      [ENDPOINTS.setup]: { body: FIELD },
      [ENDPOINTS.save]: paying,
      [ENDPOINTS.confirm]: paying,
    }
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await replica.delete()
  })
}

export const store = (row: UserSubscriptionRow) =>
  replica.stripe_user_subscriptions.put({ ...row, id: currentUser.id })

export function open(screenOf: ReactNode, status: SyncStatus = LIVE_CLIENT, at = '/') {
  const sync = fakeSync(status)
  render(
    <MemoryRouter initialEntries={[at]}>
      <LiveContext value={{ userId: currentUser.id, replica, sync }}>{screenOf}</LiveContext>
    </MemoryRouter>,
  )
  return { sync, user: userEvent.setup() }
}
