// Tests of the connect screen: the redirect to Google, and the actions of a connected client.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

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
import { AnalyticsTab, ConnectScreen } from '..'

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

test('lists the data that the app reads, and redirects to Google', async () => {
  const user = show(await client(false), page)
  await user.click(await button('Connect Google Analytics'))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://accounts.google.example/o'))
  expect(screen.getByText(/read-only/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to Connections' })).toHaveAttribute(
    'href',
    '/dashboard/connections',
  )
})

test.each([
  ['the connect screen', page],
  ['the Analytics tab', <AnalyticsTab key="tab" connectPath="/connect-ga" connectionsPath="/there" />],
])('offers no consent on %s if Google is not set up', async (_where, element) => {
  server.endpoints['GET connections'] = () => ({ data: { is_set_up: false, rows: [] } })
  show(await client(false), element)
  expect(await screen.findByText('Your provider has not set up Google Analytics yet.')).toBeVisible()
  for (const role of ['button', 'link'] as const)
    expect(screen.queryByRole(role, { name: /^Connect Google Analytics/ })).toBeNull()
  expect(screen.queryByText(/read-only/)).toBeNull()
})

test('redirects to Google at once, and only once, with ?start=1', async () => {
  show(await client(false), page, { at: '/connect-ga?start=1' })
  await waitFor(() => expect(leaveFor).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(screen.getByTestId('where')).toHaveTextContent(/^\/connect-ga$/))
})

test('polls the server for the connection if the client has no card on file', async () => {
  const stored = connectionRow({
    connected_account: 'ana@northwind.example',
    connected_property: null,
    status: 'not_connected',
  })
  server.endpoints['GET connections'] = () => ({ data: { is_set_up: true, rows: [stored] } })
  const user = show(
    await client(false),
    <ConnectScreen
      dashboardPath="/dashboard"
      backPath="/dashboard/connections"
      leaveFor={leaveFor}
      withoutCard
    />,
  )
  expect(await screen.findByText('Connected as ana@northwind.example.')).toBeVisible()
  await user.click(await screen.findByRole('radio', { name: /Northwind – Website/ }))
  expect(await button('Save & Continue')).toBeEnabled()
  server.endpoints['GET connections'] = () => ({
    data: {
      is_set_up: true,
      rows: [{ ...stored, status: 'connected', connected_property: 'Northwind – Website' }],
    },
  })
  expect(await screen.findByRole('button', { name: 'Change Property' }, { timeout: 6000 })).toBeVisible()
  expect(screen.getByText('Northwind – Website')).toBeVisible()
})

test('shows an error if Google is unavailable', async () => {
  server.endpoints['POST google-authorize'] = errorResponse(
    'google_unavailable',
    'Failed to connect. Please try again.',
  )
  const user = show(await client(false), page)
  await user.click(await button('Connect Google Analytics'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to connect. Please try again.')
})

test('redirects to Google again for another account', async () => {
  const user = show(await agreedClient(), page)
  await user.click(await button('Use another Google account'))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://accounts.google.example/o'))
})

test('does not redirect to Google while a property is saved, even if that button moves under the pointer', async () => {
  server.endpoints['POST google-property'] = () => new Promise(() => undefined)
  const user = show(await agreedClient(), page)
  await user.click(await screen.findByRole('radio', { name: /Northwind – Website/ }))
  await user.click(await button('Save & Continue'))
  expect(await button('Use another Google account')).toBeDisabled()
})

test('shows an error after 8 s if the client has no card on file and the server does not respond', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.endpoints['GET connections'] = () => new Promise(() => undefined)
  show(
    await client(false),
    <ConnectScreen
      dashboardPath="/dashboard"
      backPath="/dashboard/connections"
      leaveFor={leaveFor}
      withoutCard
    />,
  )
  await act(() => vi.advanceTimersByTimeAsync(8_000))
  vi.useRealTimers()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to load Google Analytics data. Please try again.Retry',
  )
})

test('offers to change a connected property, and shows an error if it cannot be disconnected', async () => {
  server.endpoints['POST google-disconnect'] = errorResponse('google_not_disconnected', 'x')
  const user = show(await client(true), page)
  expect(await screen.findByText('Northwind – Website')).toBeVisible()
  await user.click(await button('Change Property'))
  expect(await screen.findByRole('radio', { name: /Website/ })).toBeVisible()
  await user.click(await button('Cancel'))
  await user.click(await button('Disconnect'))
  const dialog = screen.getByRole('alertdialog', { name: 'Disconnect Google Analytics?' })
  await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }))
  expect(
    await within(dialog).findByText('Failed to disconnect Google Analytics. Please try again.'),
  ).toBeVisible()
})

test('redirects to Google to reconnect after the access token has expired', async () => {
  const replica = await client(true)
  const error = 'Your Google access token has expired. Please reconnect your Google account.'
  await replica.connections.put(connectionRow({ status: 'error', error }))
  const user = show(replica, page)
  expect(await screen.findByRole('alert')).toHaveTextContent(error)
  await user.click(await button('Reconnect'))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledTimes(1))
})

test('offers Change Property, not Reconnect, after an error that a retry may solve', async () => {
  const replica = await client(true)
  const error = 'Failed to fetch Google Analytics data: Internal error encountered.'
  await replica.connections.put(connectionRow({ status: 'error', error }))
  const user = show(replica, page)
  await user.click(await button('Change Property'))
  expect(await screen.findByRole('radio', { name: /Website/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull()
})

test('shows a connection from another window without a reload', async () => {
  const replica = await client(false)
  show(replica, page)
  await button('Connect Google Analytics')
  await act(() =>
    replica.connections.put(connectionRow({ status: 'not_connected', connected_property: null })),
  )
  expect(await screen.findByText('Connected as ana@gmail.example.')).toBeVisible()
})
