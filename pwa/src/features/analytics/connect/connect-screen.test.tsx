// The connect screen and the OAuth callback screen: what each shows and where it leads.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { NoAnswer } from '../../../api/client'
import type { ConnectionRow } from '../../../db/rows/analytics'
import {
  client,
  connectionRow,
  type Endpoints,
  fakeApi,
  errorResponse,
  show,
} from '../../../testing/screens/analytics'
import { CallbackScreen, ConnectScreen } from '..'

const world = vi.hoisted<{ endpoints: Endpoints; api: { POST: unknown } | null }>(() => ({
  endpoints: {},
  api: null,
}))
vi.mock('../../../api/client', async (original) => ({
  ...(await original<object>()),
  get api() {
    return world.api
  },
}))

const leaveFor = vi.fn()
const go = vi.fn()
beforeEach(() => {
  leaveFor.mockReset()
  go.mockReset()
  world.endpoints = {
    'GET connections': () => ({ data: { is_set_up: true, rows: [] } }),
    'POST google-authorize': () => ({ data: { url: 'https://accounts.google.example/o' } }),
    'GET google-properties': () => ({
      data: { rows: [{ property: '300000001', displayName: 'Northwind – Website', account: 'Northwind' }] },
    }),
  }
  world.api = fakeApi(world.endpoints)
})

const page = (
  <ConnectScreen dashboardPath="/dashboard" backPath="/dashboard/connections" leaveFor={leaveFor} />
)
const button = (name: string) => screen.findByRole('button', { name })

async function agreed(fields: Partial<ConnectionRow> = {}) {
  const replica = await client(false)
  await replica.connections.put(
    connectionRow({ status: 'not_connected', connected_property: null, last_sync: null, ...fields }),
  )
  return replica
}

test('it says what is read, and leads to Google', async () => {
  const user = show(await client(false), page)
  await user.click(await button('Connect Google Analytics'))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://accounts.google.example/o'))
  expect(screen.getByText(/read-only/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to Connections' })).toHaveAttribute(
    'href',
    '/dashboard/connections',
  )
})

test('whoever has agreed to that already goes on at once, and only once', async () => {
  show(await client(false), page, { at: '/connect-ga?start=1' })
  await waitFor(() => expect(leaveFor).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(screen.getByTestId('where')).toHaveTextContent(/^\/connect-ga$/))
})

test('without a card on file the server is asked what is connected, and followed', async () => {
  const stored = connectionRow({
    connected_account: 'ana@northwind.example',
    connected_property: null,
    status: 'not_connected',
  })
  world.endpoints['GET connections'] = () => ({ data: { is_set_up: true, rows: [stored] } })
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
  world.endpoints['GET connections'] = () => ({
    data: {
      is_set_up: true,
      rows: [{ ...stored, status: 'connected', connected_property: 'Northwind – Website' }],
    },
  })
  expect(await screen.findByRole('button', { name: 'Change Property' }, { timeout: 6000 })).toBeVisible()
  expect(screen.getByText('Northwind – Website')).toBeVisible()
})

test('a Google that does not answer is said', async () => {
  world.endpoints['POST google-authorize'] = errorResponse(
    'google_unavailable',
    'Failed to connect. Please try again.',
  )
  const user = show(await client(false), page)
  await user.click(await button('Connect Google Analytics'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to connect. Please try again.')
})

test('a failed way to Google is no news any more once a property is saved, or another window has connected', async () => {
  world.endpoints['POST google-authorize'] = errorResponse(
    'google_unavailable',
    'Failed to connect. Please try again.',
  )
  world.endpoints['POST google-property'] = () => ({ data: { data: {} } })
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

test('whoever chose the wrong Google account goes to Google again', async () => {
  const user = show(await agreed(), page)
  await user.click(await button('Use another Google account'))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://accounts.google.example/o'))
})

test('properties that do not come are said after 8 s, and shown if they come late', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let come: (answer: object) => void = () => undefined
  world.endpoints['GET google-properties'] = () => new Promise((resolve) => (come = resolve))
  show(await agreed(), page)
  expect(await screen.findByRole('status', { name: 'Loading properties' })).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(8_000))
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Failed to load Google Analytics data. Please try again.Retry',
  )
  act(() =>
    come({
      data: { rows: [{ property: '300000001', displayName: 'Northwind – Website', account: 'Northwind' }] },
    }),
  )
  vi.useRealTimers()
  expect(await screen.findByRole('radio', { name: /Northwind – Website/ })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('without a card on file, what the server does not say is said after 8 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  world.endpoints['GET connections'] = () => new Promise(() => undefined)
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

test('a property is chosen and saved, and two seconds later the dashboard is there', async () => {
  const saved = vi.fn(() => ({ data: { data: {} } }))
  world.endpoints['POST google-property'] = saved
  const user = show(await agreed(), page)
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
])('a property that is not saved (%s)', async (code, message, shown) => {
  world.endpoints['POST google-property'] = errorResponse(code, message)
  const user = show(await agreed(), page)
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
])('properties that do not come', async (endpoint, shown) => {
  world.endpoints['GET google-properties'] = endpoint
  show(await agreed(), page)
  expect(await screen.findByText(shown)).toBeVisible()
})

test('the list can be asked for anew', async () => {
  world.endpoints['GET google-properties'] = () => ({ data: { rows: [] } })
  const user = show(await agreed(), page)
  expect(await screen.findByText('No account detected')).toBeVisible()
  world.endpoints['GET google-properties'] = () => ({
    data: { rows: [{ property: '1', displayName: 'New', account: 'N' }] },
  })
  await user.click(await button('Refresh'))
  expect(await screen.findByRole('radio', { name: /New/ })).toBeVisible()
})

test('a connected property can be changed and disconnected', async () => {
  world.endpoints['POST google-disconnect'] = errorResponse('google_not_disconnected', 'x')
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

test('a consent that is gone can be given again', async () => {
  const replica = await client(true)
  const error = 'Your Google access token has expired. Please reconnect your Google account.'
  await replica.connections.put(connectionRow({ status: 'error', error }))
  const user = show(replica, page)
  expect(await screen.findByRole('alert')).toHaveTextContent(error)
  await user.click(await button('Reconnect'))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledTimes(1))
})

test('what another window does shows here by itself', async () => {
  const replica = await client(false)
  show(replica, page)
  await button('Connect Google Analytics')
  await act(() =>
    replica.connections.put(connectionRow({ status: 'not_connected', connected_property: null })),
  )
  expect(await screen.findByText('Connected as ana@gmail.example.')).toBeVisible()
})

const back = (
  <CallbackScreen
    connectPath="/connect-ga"
    connectionsPath="/dashboard/connections"
    dashboardPath="/dashboard"
    go={go}
  />
)

test('who comes back with a code learns who they are at Google, and the address forgets the code', async () => {
  let answer: (response: unknown) => void = () => undefined
  world.endpoints['POST google-exchange'] = () => new Promise((resolve) => (answer = resolve))
  const user = show(await client(false), back, { at: '/oauth2callback?code=c1&state=s1&scope=email' })
  expect(await screen.findByRole('heading', { name: 'Connecting your Google account' })).toBeVisible()
  answer({
    data: {
      name: 'Ana Lopes',
      email: 'ana@gmail.example',
      picture: 'https://lh3.googleusercontent.com/a',
      connected_property: null,
    },
  })
  expect(await screen.findByText('Ana Lopes')).toBeVisible()
  expect(screen.getByText('ana@gmail.example')).toBeVisible()
  expect(document.querySelector('img')).toHaveAttribute('src', 'https://lh3.googleusercontent.com/a')
  await waitFor(() => expect(screen.getByTestId('where')).toHaveTextContent(/^\/oauth2callback$/))
  expect(world.api?.POST).toHaveBeenCalledExactlyOnceWith('/functions/v1/google-exchange', {
    body: { state: 's1', code: 'c1' },
  })
  await user.click(await button('Continue to Connections'))
  expect(go).toHaveBeenCalledExactlyOnceWith('/dashboard/connections')
})

test.each([
  [null, /Choose the property of your website next\./, 'Choose the property here'],
  ['Northwind – Website', /Your property stays Northwind – Website/, 'See or change the property here'],
])('after Google the next step is the true one (property: %s)', async (property, text, link) => {
  world.endpoints['POST google-exchange'] = () => ({
    data: { name: 'Ana', email: 'ana@gmail.example', picture: '', connected_property: property },
  })
  show(await client(false), back, { at: '/oauth2callback?code=c1&state=s1' })
  const heading = await screen.findByRole('heading', { name: 'Your Google account is connected' })
  expect(heading.parentElement).toHaveTextContent(text)
  if (property !== null) expect(heading.parentElement).not.toHaveTextContent(/next/)
  expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', '/connect-ga')
})

test.each([
  ['?error=access_denied&state=s', 'Authorization was denied or cancelled.'],
  ['?state=s', 'No authorization code received.'],
  ['?code=c&state=s', 'No ID token received'],
])('a way back that failed (%s) says why, and leads on', async (query, message) => {
  world.endpoints['POST google-exchange'] = errorResponse('google_no_id_token', 'No ID token received')
  const user = show(await client(false), back, { at: `/oauth2callback${query}` })
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  await user.click(await button('Try Again'))
  await user.click(await button('Back to Dashboard'))
  expect(go.mock.calls).toEqual([['/connect-ga'], ['/dashboard']])
})
