// Tests of connecting and reconnecting Google Analytics: the window of Google, and the choice of a property.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import {
  client,
  connectionRow,
  errorResponse,
  show,
  server,
  withEndpoints,
  noConnections,
  emptyAnswer,
  pick,
  press,
} from '../../../testing/screens/analytics'
import { ConnectionsScreen } from '..'
import { BUSY_MS, finishConsent } from '../mutations'

vi.mock('../../../api/client', async (original) =>
  (await import('../../../testing/screens/analytics')).fakeClient(original),
)

beforeEach(() => void Object.assign(BUSY_MS, { connect: 0, manual: 0, refresh: 0 }))
withEndpoints(() => ({ 'GET connections': noConnections }))

const TWO = () => ({
  data: {
    rows: [
      { property: '300000001', displayName: 'Northwind – Website', account: 'Northwind' },
      { property: '300000002', displayName: 'Northwind – Shop', account: 'Northwind' },
    ],
  },
})
const page = <ConnectionsScreen connectPath="/connect-ga" />
const analytics = () => screen.findByRole('region', { name: 'Google Analytics 4' })

test('opens Google in a new window, and offers the properties once the account is connected there', async () => {
  const opens = vi.spyOn(window, 'open').mockReturnValue(window)
  server.endpoints['GET google-properties'] = TWO
  server.endpoints['POST google-property'] = emptyAnswer
  const replica = await client(false)
  const user = show(replica, page)
  await press(user, 'Connect', await analytics())
  const dialog = screen.getByRole('dialog', { name: 'Connect Google Analytics 4' })
  expect(within(dialog).getByText(/read-only/)).toBeVisible()
  await press(user, 'Continue with Google', dialog)
  expect(opens).toHaveBeenCalledWith('/connect-ga?start=1', '_blank')
  expect(await within(dialog).findByText(/Continue in the Google window/)).toBeVisible()
  await act(() =>
    replica.connections.put(
      connectionRow({ v: 2, status: 'not_connected', connected_property: null, last_sync: null }),
    ),
  )
  const choice = await screen.findByRole('dialog', { name: 'Choose a property' })
  await press(user, 'Connect', choice)
  expect(within(choice).getByRole('alert')).toHaveTextContent('Please select a property.')
  await user.click(await within(choice).findByRole('radio', { name: /Shop/ }))
  await press(user, 'Connect', choice)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows an error if the browser blocks the window', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  const user = show(await client(false), page)
  await press(user, 'Connect', await analytics())
  await press(user, 'Continue with Google', screen.getByRole('dialog'))
  expect(await screen.findByText('Failed to connect. Please try again.')).toBeVisible()
})

test('opens the connect page in the same window in the installed app', async () => {
  const media = vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('standalone'),
        addEventListener: vi.fn(),
        removeEventListener: vi.fn(),
      }) as unknown as MediaQueryList,
  )
  const user = show(await client(false), page)
  await press(user, 'Connect', await analytics())
  await press(user, 'Continue with Google', screen.getByRole('dialog'))
  await waitFor(() => expect(screen.getByTestId('where')).toHaveTextContent('/connect-ga?start=1'))
  media.mockRestore()
})

test('shows an error if the properties cannot be listed or the chosen one cannot be saved', async () => {
  server.endpoints['GET google-properties'] = errorResponse(
    'google_properties_failed',
    'Failed to fetch properties: 429 Too many',
  )
  server.endpoints['POST google-property'] = errorResponse('unexpected_failure', 'An error occurred')
  const replica = await client(false)
  await replica.connections.put(connectionRow({ status: 'not_connected', connected_property: null }))
  const user = show(replica, page)
  await press(user, 'Choose property', await analytics())
  const dialog = screen.getByRole('dialog')
  expect(await within(dialog).findByText('Failed to fetch properties: 429 Too many')).toBeVisible()
  server.endpoints['GET google-properties'] = TWO
  await press(user, 'Retry', dialog)
  await user.click(await within(dialog).findByRole('radio', { name: /Website/ }))
  await press(user, 'Connect', dialog)
  expect(await within(dialog).findByText('Failed to connect. Please try again.')).toBeVisible()
})

test('shows that an account has no properties, and checks again on request', async () => {
  server.endpoints['GET google-properties'] = () => ({ data: { rows: [] } })
  const replica = await client(false)
  await replica.connections.put(connectionRow({ status: 'no_account', connected_property: null }))
  const user = show(replica, page)
  await press(user, 'Choose property', await analytics())
  const dialog = screen.getByRole('dialog')
  expect(await within(dialog).findByText('No account detected')).toBeVisible()
  server.endpoints['GET google-properties'] = TWO
  await press(user, 'Check again', dialog)
  expect(await within(dialog).findAllByRole('radio')).toHaveLength(2)
})

test('reconnects through Google, and shows when the account is connected again', async () => {
  vi.spyOn(window, 'open').mockReturnValue(window)
  const replica = await client(true)
  await replica.connections.put(
    connectionRow({
      status: 'error',
      error: 'Google access token not found. Please reconnect your Google account.',
    }),
  )
  const user = show(replica, page)
  await press(user, 'Reconnect', await analytics())
  const dialog = screen.getByRole('dialog', { name: 'Reconnect Google Analytics 4' })
  await press(user, 'Continue with Google', dialog)
  // A read of the figures changes the row too.
  await act(() => replica.connections.put(connectionRow({ v: 2 })))
  await waitFor(() => expect(screen.queryByText(/access token not found/)).toBeNull())
  expect(within(dialog).getByText(/Continue in the Google window/)).toBeVisible()
  await agreeInAnotherTab()
  expect(await within(dialog).findByText('Your Google account is connected again.')).toBeVisible()
})

test('clears the error of a blocked window once the account is connected in another way', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  const user = show(await client(true), page)
  await pick(user, 'Reconnect', await analytics())
  const dialog = screen.getByRole('dialog', { name: 'Reconnect Google Analytics 4' })
  await press(user, 'Continue with Google', dialog)
  expect(await within(dialog).findByText('Failed to connect. Please try again.')).toBeVisible()
  await agreeInAnotherTab()
  expect(await within(dialog).findByText('Your Google account is connected again.')).toBeVisible()
  expect(within(dialog).queryByText('Failed to connect. Please try again.')).toBeNull()
})

/** Completes a consent, and reports what it stored as the browser reports it to the other tabs. */
async function agreeInAnotherTab() {
  server.endpoints['POST google-exchange'] = () => ({ data: { email: 'ana@gmail.example' } })
  const before = new Map(Object.entries<string>(localStorage))
  await finishConsent(new URLSearchParams('code=c1&state=s1'))
  act(() => {
    for (const [key, newValue] of Object.entries<string>(localStorage))
      if (before.get(key) !== newValue) window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  })
}
