// Tests of choosing a property on the connect screen: the list from Google, and saving the choice.
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { NoAnswer } from '../../../api/client'
import {
  client,
  connectionRow,
  errorResponse,
  show,
  server,
  withEndpoints,
  connectEndpoints,
  agreedClient,
} from '../../../testing/screens/analytics'
import { ConnectScreen } from '..'

vi.mock('../../../api/client', async (original) =>
  (await import('../../../testing/screens/analytics')).fakeClient(original),
)

const leaveFor = vi.fn()
beforeEach(() => void leaveFor.mockReset())
withEndpoints(connectEndpoints)

const page = (
  <ConnectScreen dashboardPath="/dashboard" backPath="/dashboard/connections" leaveFor={leaveFor} />
)
const button = (name: string) => screen.findByRole('button', { name })

test('clears the error of a failed authorization request once a property is saved or another window has connected', async () => {
  server.endpoints['POST google-authorize'] = errorResponse(
    'google_unavailable',
    'Failed to connect. Please try again.',
  )
  server.endpoints['POST google-property'] = () => ({ data: { data: {} } })
  const replica = await client(false)
  const user = show(replica, page)
  await user.click(await button('Connect Google Analytics'))
  expect(await screen.findByText('Failed to connect. Please try again.')).toBeVisible()
  await act(() =>
    replica.connections.put(connectionRow({ v: 2, status: 'not_connected', connected_property: null })),
  )
  expect(await screen.findByText('Connected as ana@gmail.example.')).toBeVisible()
  expect(screen.queryByText('Failed to connect. Please try again.')).toBeNull()
  await user.click(await button('Use another Google account'))
  expect(await screen.findByText('Failed to connect. Please try again.')).toBeVisible()
  await user.click(await screen.findByRole('radio', { name: /Website/ }))
  await user.click(await button('Save & Continue'))
  expect(await screen.findByText('Google Analytics is connected')).toBeVisible()
  expect(screen.queryByText('Failed to connect. Please try again.')).toBeNull()
})

test('shows an error if the properties do not load within 8 s, and shows the properties if they arrive later', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let respond: (answer: object) => void = () => undefined
  server.endpoints['GET google-properties'] = () => new Promise((resolve) => (respond = resolve))
  show(await agreedClient(), page)
  expect(await screen.findByRole('status', { name: 'Loading properties' })).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(8_000))
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Failed to load Google Analytics data. Please try again.Retry',
  )
  act(() =>
    respond({
      data: { rows: [{ property: '300000001', displayName: 'Northwind – Website', account: 'Northwind' }] },
    }),
  )
  vi.useRealTimers()
  expect(await screen.findByRole('radio', { name: /Northwind – Website/ })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('saves the chosen property, and opens the dashboard two seconds later', async () => {
  const saved = vi.fn(() => ({ data: { data: {} } }))
  server.endpoints['POST google-property'] = saved
  const user = show(await agreedClient(), page)
  await user.click(await button('Save & Continue'))
  expect(screen.getByRole('alert')).toHaveTextContent('Please select a property.')
  expect(saved).not.toHaveBeenCalled()
  await user.click(await screen.findByRole('radio', { name: /Website/ }))
  const before = performance.now()
  await user.click(await button('Save & Continue'))
  expect(await screen.findByText('Google Analytics is connected')).toBeVisible()
  await waitFor(() => expect(screen.getByTestId('where')).toHaveTextContent(/^\/dashboard$/))
  expect(performance.now() - before).toBeGreaterThan(1990)
})

test.each([
  ['client_information_not_found', 'Client information not found', 'Client information not found'],
  ['unexpected_failure', 'An error occurred', 'Failed to save property'],
])('shows an error if the property cannot be saved (%s)', async (code, message, shown) => {
  server.endpoints['POST google-property'] = errorResponse(code, message)
  const user = show(await agreedClient(), page)
  await user.click(await screen.findByRole('radio', { name: /Website/ }))
  await user.click(await button('Save & Continue'))
  expect(await screen.findByText(shown)).toBeVisible()
})

test.each([
  [
    errorResponse('google_properties_failed', 'Failed to fetch properties: 403 Denied'),
    'Failed to fetch properties: 403 Denied',
  ],
  [
    errorResponse(
      'google_token_expired',
      'Your Google access token has expired. Please reconnect your Google account.',
    ),
    /has expired/,
  ],
  [
    () => {
      throw new NoAnswer('network')
    },
    'Failed to load Google Analytics data. Please try again.',
  ],
])('shows why the properties cannot be loaded', async (endpoint, shown) => {
  server.endpoints['GET google-properties'] = endpoint
  show(await agreedClient(), page)
  expect(await screen.findByText(shown)).toBeVisible()
})

test('loads the list again with Refresh', async () => {
  server.endpoints['GET google-properties'] = () => ({ data: { rows: [] } })
  const user = show(await agreedClient(), page)
  expect(await screen.findByText('No account detected')).toBeVisible()
  server.endpoints['GET google-properties'] = () => ({
    data: { rows: [{ property: '1', displayName: 'New', account: 'N' }] },
  })
  await user.click(await button('Refresh'))
  expect(await screen.findByRole('radio', { name: /New/ })).toBeVisible()
})
