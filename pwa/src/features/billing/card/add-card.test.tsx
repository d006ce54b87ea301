// Tests of adding a card: success, and every failure.
import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest'

import { NoAnswer } from '../../../api/client'
import { LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import {
  ENDPOINTS,
  FIELD,
  OFFLINE,
  open,
  errorResponse,
  server,
  store,
  withPayments,
} from '../../../testing/screens/billing'
import { payingRow } from '../../../testing/rows/rows'
import { AddCardScreen } from './add-card-screen'
import type { CardElement, Stripe } from './stripe-field'

vi.mock('../../../api/client', async (original) => {
  const { call } = await import('../../../testing/screens/billing')
  return { ...(await original<object>()), api: { GET: call, POST: call } }
})
withPayments()

const element: CardElement = { mount: vi.fn(), destroy: vi.fn(), on: vi.fn() }
let confirmCardSetup: Mock<Stripe['confirmCardSetup']>
beforeEach(() => {
  confirmCardSetup = vi.fn<Stripe['confirmCardSetup']>(() =>
    Promise.resolve({ setupIntent: { id: 'seti_1', status: 'succeeded' } }),
  )
  window.Stripe = () => ({ elements: () => ({ create: () => element }), confirmCardSetup })
})
afterEach(() => {
  delete window.Stripe
})

async function addCard(user: UserEvent) {
  await screen.findByText(/After that it is \$99 per month/)
  await user.click(screen.getByRole('button', { name: 'Add Payment Method' }))
}

const storeWithoutCard = () =>
  store(payingRow({ subscription_status: null, payment_method_brand: null, payment_method_last4: null }))

test('gives Stripe the colours of the chosen theme', async () => {
  await storeWithoutCard()
  const create = vi.fn((_kind: 'card', _options: object) => element)
  window.Stripe = () => ({ elements: () => ({ create }), confirmCardSetup })
  const colors = { '--ink-3': 'rgb(148, 158, 176)', '--bad': 'rgb(255, 138, 138)' }
  for (const [name, color] of Object.entries(colors)) document.documentElement.style.setProperty(name, color)
  open(<AddCardScreen onDone={vi.fn()} />)
  await waitFor(() => expect(create).toHaveBeenCalledOnce())
  expect(create.mock.lastCall?.[1]).toMatchObject({
    style: {
      base: { '::placeholder': { color: 'rgb(148, 158, 176)' } },
      invalid: { color: 'rgb(255, 138, 138)' },
    },
  })
  document.documentElement.removeAttribute('style')
})

test('sends a card once, confirms it, and opens the dashboard 1.5 s later', async () => {
  await storeWithoutCard()
  const onDone = vi.fn()
  const { user } = open(<AddCardScreen onDone={onDone} />)
  let finish: (done: Awaited<ReturnType<Stripe['confirmCardSetup']>>) => void = () => undefined
  confirmCardSetup.mockReturnValue(new Promise((resolve) => (finish = resolve)))
  await addCard(user)
  const busy = await screen.findByRole('button', { name: 'Processing...' })
  await user.click(busy)
  expect(confirmCardSetup).toHaveBeenCalledOnce()
  const started = performance.now()
  act(() => finish({ setupIntent: { id: 'seti_1', status: 'succeeded' } }))
  expect(await screen.findByText('Payment method added. Taking you to your dashboard.')).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(performance.now() - started).toBeGreaterThan(1400)
})

test.each<[string, () => void, string]>([
  [
    'Stripe returns an error text',
    () => confirmCardSetup.mockResolvedValue({ error: { message: 'Your card was declined.' } }),
    'Your card was declined.',
  ],
  ['Stripe returns nothing', () => confirmCardSetup.mockResolvedValue({}), 'Failed to create payment method'],
  [
    'Stripe returns an error without a text',
    () => confirmCardSetup.mockResolvedValue({ error: {} }),
    'Failed to create payment method',
  ],
  ['the card field throws', () => confirmCardSetup.mockRejectedValue('?'), 'An unknown error occurred'],
  [
    'no user is signed in',
    () => (server.responses[ENDPOINTS.save] = new NoAnswer('signed-out')),
    'User not authenticated',
  ],
  [
    'the session has ended',
    () => (server.responses[ENDPOINTS.save] = errorResponse(401, 'not_signed_in', 'x')),
    'User not authenticated',
  ],
  [
    'Stripe does not respond to the server',
    () =>
      (server.responses[ENDPOINTS.save] = errorResponse(
        503,
        'payments_unavailable',
        'Failed to update subscription',
      )),
    'Failed to update subscription',
  ],
  [
    'a proxy responds instead of the server',
    () => (server.responses[ENDPOINTS.save] = { status: 502, body: '<html>' }),
    'Failed to update subscription',
  ],
])('shows why a card cannot be added: %s', async (_case, breaks, text) => {
  await storeWithoutCard()
  const onDone = vi.fn()
  const { user } = open(<AddCardScreen onDone={onDone} />)
  breaks()
  await addCard(user)
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByRole('button', { name: 'Add Payment Method' })).toBeEnabled()
  expect(onDone).not.toHaveBeenCalled()
})

test('shows an error if the card field does not load within 8 s, and opens the field if it arrives later', async () => {
  await storeWithoutCard()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let respond: () => void = () => undefined
  server.responses[ENDPOINTS.setup] = { body: FIELD, until: new Promise((resolve) => (respond = resolve)) }
  open(<AddCardScreen onDone={vi.fn()} />)
  await waitFor(() => expect(server.requests).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(8_000))
  expect(screen.getByRole('alert')).toHaveTextContent(
    'No connection to the server. Check your network and try again.Retry',
  )
  act(() => respond())
  vi.useRealTimers()
  expect(await screen.findByText(/After that it is \$99 per month/)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('accepts a card that Stripe has already stored, but the server has not', async () => {
  await storeWithoutCard()
  const { user } = open(<AddCardScreen onDone={vi.fn()} />)
  confirmCardSetup.mockResolvedValue({
    error: { message: 'unexpected state', setup_intent: { id: 'seti_1', status: 'succeeded' } },
  })
  await addCard(user)
  expect(await screen.findByText(/Payment method added/)).toBeVisible()
})

test('shows an error if the card field cannot be loaded, and tries again on request', async () => {
  await storeWithoutCard()
  Reflect.deleteProperty(window, 'Stripe')
  server.responses[ENDPOINTS.setup] = errorResponse(
    503,
    'payments_unavailable',
    'Failed to create payment method',
  )
  const { user } = open(<AddCardScreen onDone={vi.fn()} />)
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to create payment method')
  expect(screen.getByRole('button', { name: 'Add Payment Method' })).toBeDisabled()
  server.responses[ENDPOINTS.setup] = { body: FIELD }
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(document.querySelector('script[src="about:blank"]')).not.toBeNull())
  act(() => void document.querySelector('script[src="about:blank"]')?.dispatchEvent(new Event('error')))
  expect(await screen.findByRole('alert')).toHaveTextContent('Card element not found')
})

test('sends nothing offline, and loads the card field once it is online', async () => {
  await storeWithoutCard()
  const { sync } = open(<AddCardScreen onDone={vi.fn()} />, OFFLINE)
  expect(await screen.findByText(/Entering a card needs a connection/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add Payment Method' })).toBeDisabled()
  expect(server.requests).toEqual([])
  act(() => sync.status.set(LIVE_CLIENT))
  expect(await screen.findByText(/After that it is \$99 per month/)).toBeVisible()
})

test('promises no trial offline to a user who has had one', async () => {
  await store(payingRow({ subscription_status: null, payment_method_last4: null, trial_used: 'person' }))
  open(<AddCardScreen onDone={vi.fn()} />, OFFLINE)
  expect(await screen.findByText(/^You have already had your free trial/)).toBeVisible()
  expect(screen.queryByText(/Your 14-day free trial/)).toBeNull()
})

test('shows that the user has already had a trial, and offers to start without one', async () => {
  await storeWithoutCard()
  server.responses[ENDPOINTS.setup] = { body: { ...FIELD, with_trial: false } }
  server.responses[ENDPOINTS.checkout] = errorResponse(
    503,
    'payments_unavailable',
    'Failed to create checkout session',
  )
  const { user } = open(<AddCardScreen onDone={vi.fn()} />)
  expect(
    await screen.findByText(/You have already had your free trial. Adding a card charges nothing/),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Start for $99 / month' }))
  expect(await screen.findByText('Failed to create checkout session')).toBeVisible()
})

test('shows that a card has already had its trial, offers to start without one, and leaves only on request', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await storeWithoutCard()
  server.responses[ENDPOINTS.save] = { body: payingRow({ subscription_status: null, trial_used: 'card' }) }
  const onDone = vi.fn()
  const { user } = open(<AddCardScreen onDone={onDone} />)
  await addCard(user)
  expect(await screen.findByText('This card has already had its free trial')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Start for $99 / month' })).toBeEnabled()
  expect(screen.queryByText(/costs nothing until it ends/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add Payment Method' })).toBeNull()
  await vi.advanceTimersByTimeAsync(5000)
  expect(onDone).not.toHaveBeenCalled()
  vi.useRealTimers()
  await user.click(screen.getByRole('button', { name: 'Go to Dashboard' }))
  expect(onDone).toHaveBeenCalledOnce()
})

test('continues at once if a card is on file', async () => {
  await store(payingRow())
  const onDone = vi.fn()
  open(<AddCardScreen onDone={onDone} />)
  await waitFor(() => expect(onDone).toHaveBeenCalled())
})
