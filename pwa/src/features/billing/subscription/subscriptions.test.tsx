// Tests of the subscription with its plans and banner, and of every failing request.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { NoAnswer } from '../../../api/client'
import { LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import {
  ENDPOINTS,
  OFFLINE,
  open,
  PRODUCT,
  replica,
  errorResponse,
  type FakeResponse,
  server,
  store,
  currentUser,
  withPayments,
} from '../../../testing/screens/billing'
import { clientRow, payingRow } from '../../../testing/rows/rows'
import { readyStream } from '../../../testing/sync/replicas'
import { SubscriptionsScreen } from './subscriptions-screen'
import { TrialBanner } from './trial-banner'

vi.mock('../../../api/client', async (original) => {
  const { call } = await import('../../../testing/screens/billing')
  return { ...(await original<object>()), api: { GET: call, POST: call } }
})
withPayments()

test.each([
  ['past due', payingRow({ subscription_status: 'past_due' })],
  ['unpaid', payingRow({ subscription_status: 'unpaid' })],
  ['incomplete', payingRow({ subscription_status: 'incomplete' })],
  ['paused', payingRow({ subscription_status: 'paused' })],
])('shows no renewal date for a subscription that is %s', async (_case, row) => {
  await store(row)
  open(<SubscriptionsScreen />)
  expect(await screen.findByText('Visa ending in 4242')).toBeVisible()
  expect(screen.queryByText(/Renews on|Expires on/)).toBeNull()
})

test.each([
  ['renews', payingRow({ subscription_status: 'active' }), '$99 per month'],
  ['is past due', payingRow({ subscription_status: 'past_due' }), '$99 per month'],
  ['expires', payingRow({ cancel_at_period_end: true }), undefined],
])('shows the price unless the subscription expires: it %s', async (_case, row, price) => {
  await store(row)
  open(<SubscriptionsScreen />)
  const current = within(await screen.findByRole('region', { name: 'Current subscription' }))
  expect(await current.findByText(/Pulseboard/)).toBeVisible()
  await screen.findByText(/^Your plan includes everything we offer/)
  expect(current.queryByText('per month', { exact: false })?.textContent).toBe(price)
})

test('leaves out an amount that is not loaded yet', async () => {
  await store(payingRow())
  open(<SubscriptionsScreen />, OFFLINE)
  expect(await screen.findByText('Renews on December 5, 2026.')).toBeVisible()
})

test.each([
  ['renews', payingRow({ subscription_status: 'active' }), ['Active', 'Renews on December 5, 2026 for $99.']],
  [
    'is on trial',
    payingRow(),
    ['Free Trial', 'Renews on December 5, 2026: your free trial ends, and $99 is charged each month.'],
  ],
  [
    'is canceled',
    payingRow({ cancel_at_period_end: true }),
    ['Expires on December 5, 2026. Nothing more is charged.', 'Your subscription is canceled'],
  ],
  [
    'is canceled and past due',
    payingRow({ subscription_status: 'past_due', cancel_at_period_end: true }),
    [
      'Past Due',
      'The last payment of $99 failed. Expires on December 5, 2026.',
      'Your subscription is canceled',
    ],
  ],
  [
    'is past due',
    payingRow({ subscription_status: 'past_due' }),
    ['Past Due', 'Your payment did not go through'],
  ],
  ['is unpaid', payingRow({ subscription_status: 'unpaid' }), ['Unpaid', 'Your payment did not go through']],
  [
    'is incomplete',
    payingRow({ subscription_status: 'incomplete' }),
    ['Incomplete', 'Your payment did not go through'],
  ],
  ['has ended', payingRow({ subscription_status: 'canceled' }), ['Canceled', 'Your subscription has ended.']],
  [
    'does not exist yet',
    payingRow({ subscription_status: null }),
    ['You have no subscription yet.', 'Visa ending in 4242', 'Manage subscription'],
  ],
])('shows the state of a subscription that %s', async (_case, row, texts) => {
  await store(row)
  open(<SubscriptionsScreen />)
  await waitFor(() => {
    for (const text of texts)
      expect(screen.getAllByText(new RegExp(text.replace(/[$.]/g, '\\$&')))[0]).toBeVisible()
  })
})

test('asks a client to choose a plan only if there is one', async () => {
  server.responses[ENDPOINTS.products] = { body: [] }
  await store(payingRow({ subscription_status: null }))
  open(<SubscriptionsScreen />)
  expect(await screen.findByText('There is no plan to choose now.')).toBeVisible()
  expect(screen.getByText('You have no subscription yet.')).toBeVisible()
})

const CARD_USED = 'This card has already had its free trial'
const USER_USED = 'You have already had your free trial'

test.each([
  ['no card is on file', { payment_method_last4: null }, 'Start Free Trial', null],
  ['the card on file has had no trial', {}, 'Start Free Trial', null],
  ['the card has had a trial', { trial_used: 'card' as const }, 'Start for $99 / month', CARD_USED],
  [
    'the user has had a trial',
    { trial_used: 'person' as const, subscription_status: 'canceled' },
    'Start for $99 / month',
    USER_USED,
  ],
])('offers a trial only if one is available: %s', async (_case, row, buttonText, text) => {
  await store(payingRow({ subscription_status: null, ...row }))
  open(<SubscriptionsScreen />)
  expect(await screen.findByRole('button', { name: /^Start/ })).toHaveTextContent(buttonText)
  for (const response of [CARD_USED, USER_USED])
    expect(screen.queryAllByText(response)).toHaveLength(response === text ? 1 : 0)
})

test('names the only plan once if the client has it, and lists what it includes', async () => {
  await store(payingRow())
  await replica.clients.put(clientRow({ subscription_tier: 'pro' }))
  await replica.streams.put(readyStream('c:c1'))
  open(<SubscriptionsScreen />)
  const plans = await screen.findByRole('region', { name: 'What your plan includes' })
  expect(await within(plans).findByText('Your plan includes everything we offer.')).toBeVisible()
  expect(within(plans).getAllByRole('listitem')).toHaveLength(8)
  expect(within(plans).queryByText('$99')).toBeNull()
  expect(screen.getAllByRole('heading', { name: 'Pulseboard · Professional Plan' })).toHaveLength(1)
})

test('shows the price of the only plan if it does not renew', async () => {
  await store(payingRow({ cancel_at_period_end: true }))
  open(<SubscriptionsScreen />)
  expect(await screen.findByText('Your plan includes everything we offer, for $99 per month.')).toBeVisible()
})

test('names the client’s plan above and among the plans if there are several', async () => {
  await store(payingRow())
  server.responses[ENDPOINTS.products] = { body: [PRODUCT, { ...PRODUCT, id: 'p2', priceId: 'price_2' }] }
  open(<SubscriptionsScreen />)
  expect(await screen.findAllByText('Your current plan')).toHaveLength(2)
})

test('does not show a running trial as used', async () => {
  await store(payingRow({ trial_used: 'card' }))
  open(<SubscriptionsScreen />)
  expect(await screen.findByText('Your plan includes everything we offer.')).toBeVisible()
  expect(screen.queryByText(CARD_USED)).toBeNull()
})

const NETWORK = 'No connection to the server. Check your network and try again.'

test.each<[string, FakeResponse, string]>([
  ['no user is signed in', new NoAnswer('signed-out'), 'User not authenticated'],
  ['there is no network', new NoAnswer('network'), NETWORK],
  [
    'Stripe does not respond',
    errorResponse(503, 'payments_unavailable', 'Failed to create checkout session'),
    'Failed to create checkout session',
  ],
  ['a proxy responds instead of the server', { status: 502, body: '' }, 'Failed to create checkout session'],
  ['there is no plan', errorResponse(404, 'product_not_found', 'Product not found'), 'Product not found'],
  ['there is no client', errorResponse(404, 'client_not_found', 'Client not found'), 'Client not found'],
  ['the response has no URL', { body: { sessionId: 'cs_1' } }, 'No checkout URL returned'],
])('shows why a plan cannot be bought: %s', async (_case, response, text) => {
  await store(payingRow({ subscription_status: 'canceled' }))
  server.responses[ENDPOINTS.checkout] = response
  const { user } = open(<SubscriptionsScreen />)
  await user.click(await screen.findByRole('button', { name: 'Start Free Trial' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
})

test.each<[string, FakeResponse, string]>([
  ['it is another user’s', errorResponse(404, 'client_not_found', 'Client not found'), 'Client not found'],
  ['the response has no URL', { body: {} }, 'No portal URL returned'],
  ['a proxy responds instead of the server', { status: 502, body: '' }, 'An error occurred'],
])('shows why the portal cannot be opened: %s', async (_case, response, text) => {
  await store(payingRow())
  server.responses[ENDPOINTS.portal] = response
  const { user } = open(<SubscriptionsScreen />)
  await user.click(await screen.findByRole('button', { name: /Manage subscription/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
})

test('shows an error instead of the portal if the user has no client', async () => {
  await store(payingRow())
  const { user } = open(<SubscriptionsScreen />, { ...LIVE_CLIENT, client_id: null })
  await user.click(await screen.findByRole('button', { name: /Manage subscription/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Client not found')
  expect(server.requests).toEqual([ENDPOINTS.products])
})

test('shows subscription and plans offline, and disables changes', async () => {
  await store(payingRow())
  localStorage.setItem('plans', JSON.stringify([PRODUCT]))
  open(<SubscriptionsScreen />, OFFLINE)
  expect(await screen.findByText('Visa ending in 4242')).toBeVisible()
  expect(screen.getByText('Your plan includes everything we offer.')).toBeVisible()
  expect(screen.getByRole('button', { name: /Manage subscription/ })).toBeDisabled()
  expect(screen.getByText(/You are offline/)).toBeVisible()
  expect(server.requests).toEqual([])
})

test('shows the days left in the trial’s banner, and hides the banner once the user dismisses it', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 21, 12, 0, 30))
  await store(payingRow())
  const { user } = open(<TrialBanner />)
  expect(await screen.findByText('14 days left in your free trial.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/days left/)).toBeNull()
  expect(localStorage.getItem('trial_banner_dismissed')).toBe(currentUser.id)
})

test.each([
  ['is paid for', payingRow({ subscription_status: 'active' })],
  ['has ended', payingRow({ current_period_end: 1 })],
])('shows no banner if the trial %s', async (_case, row) => {
  await store(row)
  open(
    <>
      <TrialBanner />
      <SubscriptionsScreen />
    </>,
  )
  expect(await screen.findByText('Visa ending in 4242')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Free Trial' })).toBeNull()
})
