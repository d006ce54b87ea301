// Tests of a rejected second checkout: its reason, and the link to the billing portal.
import { act, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'

import { LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { ENDPOINTS, open, errorResponse, server, store, withPayments } from '../../../testing/screens/billing'
import { payingRow } from '../../../testing/rows/rows'
import { SubscriptionsScreen } from './subscriptions-screen'

vi.mock('../../../api/client', async (original) => {
  const { call } = await import('../../../testing/screens/billing')
  return { ...(await original<object>()), api: { GET: call, POST: call } }
})
withPayments()

const REASON = 'You already have a subscription. Nothing new was started, and nothing was charged.'

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

test('shows why no checkout was started after a redirect from the pricing page, but not again after a reload', async () => {
  open(
    <>
      <SubscriptionsScreen />
      <Address />
    </>,
    LIVE_CLIENT,
    '/dashboard/subscriptions?reason=subscribed',
  )
  expect(await screen.findByText(REASON)).toBeVisible()
  await waitFor(() =>
    expect(screen.getByText(/^\/dashboard/)).toHaveTextContent(/^\/dashboard\/subscriptions$/),
  )
  expect(screen.getByText(REASON)).toBeVisible()
})

/** Rejects a checkout and the portal, and returns the element with the reason. */
async function rejectSecondCheckout() {
  await store(payingRow({ subscription_status: 'canceled' }))
  server.responses[ENDPOINTS.checkout] = errorResponse(
    409,
    'already_subscribed',
    'You already have a subscription. Manage it in the billing portal.',
  )
  server.responses[ENDPOINTS.portal] = errorResponse(404, 'client_not_found', 'Client not found')
  const { user } = open(<SubscriptionsScreen />)
  await user.click(await screen.findByRole('button', { name: 'Start Free Trial' }))
  const reason = (
    await screen.findByText(`${REASON} The billing portal opens in a moment.`)
  ).closest<HTMLElement>('[role=status]')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(server.requests).not.toContain(ENDPOINTS.portal)
  return { user, reason: within(reason ?? document.body) }
}

test('opens the portal once after a rejected second checkout, with time to read the reason', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await rejectSecondCheckout()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await screen.findByRole('alert')).toHaveTextContent('Client not found')
  await vi.advanceTimersByTimeAsync(5000)
  expect(server.requests.filter((path) => path === ENDPOINTS.portal)).toHaveLength(1)
  vi.useRealTimers()
})

test('can start again after Back from Stripe', async () => {
  await store(payingRow({ subscription_status: 'canceled' }))
  server.responses[ENDPOINTS.checkout] = { body: { url: '#stripe' } }
  const { user } = open(<SubscriptionsScreen />)
  const start = await screen.findByRole('button', { name: 'Start Free Trial' })
  await user.click(start)
  await waitFor(() => expect(location.hash).toBe('#stripe'))
  expect(start).toHaveAttribute('aria-busy', 'true')
  const show = (persisted: boolean) =>
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })))
  show(false)
  expect(start).toHaveAttribute('aria-busy', 'true')
  show(true)
  expect(start).not.toHaveAttribute('aria-busy', 'true')
})

test('shows a button to the portal after a rejected second checkout', async () => {
  const { user, reason } = await rejectSecondCheckout()
  await user.click(reason.getByRole('button', { name: 'Manage subscription' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Client not found')
  expect(server.requests.at(-1)).toBe(ENDPOINTS.portal)
})
