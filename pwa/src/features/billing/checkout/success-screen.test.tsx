// Tests of the page after checkout: it waits for the payment, and shows when none has arrived.
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { NoAnswer } from '../../../api/client'
import {
  ENDPOINTS,
  errorResponse,
  OFFLINE,
  open,
  server,
  store,
  withPayments,
} from '../../../testing/screens/billing'
import { LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { payingRow } from '../../../testing/rows/rows'
import { CheckoutSuccessScreen } from './success-screen'

vi.mock('../../../api/client', async (original) => {
  const { call } = await import('../../../testing/screens/billing')
  return { ...(await original<object>()), api: { GET: call, POST: call } }
})
withPayments()

/** A user who has signed up and not paid yet. */
const UNPAID = payingRow({ subscription_status: null, payment_method_last4: null })
const details = () => screen.getAllByRole('definition').map((one) => one.textContent)

test('waits for the subscription after checkout, and shows it without a reload', async () => {
  server.responses[ENDPOINTS.confirm] = new NoAnswer('network')
  await store(UNPAID)
  open(<CheckoutSuccessScreen sessionId="cs_1" links={[['Go to Dashboard', '/dashboard']]} />)
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(screen.getByText(/Your subscription is being set up/)).toBeVisible()
  await store(payingRow())
  await waitFor(() => expect(details()).toEqual(['Free Trial', 'December 5, 2026', 'Visa ending in 4242']))
  expect(screen.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(screen.getByText('cs_1')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard')
})

test('requests the confirmation of the checkout if no row arrives', async () => {
  open(<CheckoutSuccessScreen sessionId="cs_1" links={[]} />)
  await waitFor(() => expect(details()).toEqual(['Free Trial', 'December 5, 2026', 'Visa ending in 4242']))
  expect(server.requests).toEqual([ENDPOINTS.confirm])
})

test.each([
  ['belongs to no client', errorResponse(404, 'client_not_found', 'Client not found'), 'No payment found'],
  [
    'cannot exist without payments',
    errorResponse(404, 'payments_not_set_up', 'Payments are not set up'),
    'No payment found',
  ],
  ['was left before the payment', { body: UNPAID }, 'We have not seen your payment yet'],
])('stops showing success after 30 s for a checkout that %s', async (_case, response, heading) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  server.responses[ENDPOINTS.confirm] = response
  open(
    <CheckoutSuccessScreen sessionId="cs_1" links={[['Manage subscription', '/dashboard/subscriptions']]} />,
  )
  await waitFor(() => expect(server.requests).toEqual([ENDPOINTS.confirm]))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
  expect(screen.queryByText(/^(Payment Successful|Your subscription is being set up)/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Manage subscription' })).toBeVisible()
  vi.useRealTimers()
})

test('shows a payment that arrives late', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  server.responses[ENDPOINTS.confirm] = new NoAnswer('network')
  await store(UNPAID)
  open(<CheckoutSuccessScreen sessionId="cs_1" links={[]} />)
  await waitFor(() => expect(server.requests).toEqual([ENDPOINTS.confirm]))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await screen.findByRole('heading', { name: 'We have not seen your payment yet' })).toBeVisible()
  await store(payingRow())
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  vi.useRealTimers()
})

test('shows success only after the confirmation, not for an older subscription', async () => {
  await store(payingRow())
  let respond = () => {}
  const until = new Promise<void>((resolve) => (respond = resolve))
  server.responses[ENDPOINTS.confirm] = { body: payingRow(), until }
  open(<CheckoutSuccessScreen sessionId="cs_1" links={[]} />)
  await waitFor(() => expect(details()).toEqual(['Free Trial', 'December 5, 2026', 'Visa ending in 4242']))
  expect(screen.getByRole('heading', { name: 'Checking your payment' })).toBeVisible()
  respond()
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible()
})

test.each([
  ['with an older subscription', payingRow()],
  ['without a subscription', UNPAID],
])('shows offline that the payment cannot be checked, %s', async (_case, row) => {
  await store(row)
  const { sync } = open(<CheckoutSuccessScreen sessionId="cs_1" links={[]} />, OFFLINE)
  expect(await screen.findByRole('heading', { name: 'Your payment cannot be checked now' })).toBeVisible()
  expect(
    screen.getByText(/^You are offline\. .*it checks the payment when there is a connection/),
  ).toBeVisible()
  expect(server.requests).toEqual([])
  act(() => sync.status.set(LIVE_CLIENT))
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(server.requests).toEqual([ENDPOINTS.confirm])
})

test('finds no payment without the id of a checkout, but shows the subscription that the user has', async () => {
  await store(payingRow())
  open(<CheckoutSuccessScreen sessionId={null} links={[]} />)
  expect(await screen.findByRole('heading', { name: 'No payment found' })).toBeVisible()
  await waitFor(() => expect(details()).toEqual(['Free Trial', 'December 5, 2026', 'Visa ending in 4242']))
})

test('copies the session’s id', async () => {
  const { user } = open(<CheckoutSuccessScreen sessionId="cs_1" links={[]} />)
  await user.click(await screen.findByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('cs_1')
})
