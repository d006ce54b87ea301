// Tests of the connections screen: each source's status and guide, refresh and disconnect.
import { screen, waitFor, within } from '@testing-library/react'
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
import { BUSY_MS } from '../mutations'

vi.mock('../../../api/client', async (original) =>
  (await import('../../../testing/screens/analytics')).fakeClient(original),
)

beforeEach(() => void Object.assign(BUSY_MS, { connect: 0, manual: 0, refresh: 0 }))
withEndpoints(() => ({ 'GET connections': noConnections }))

const page = <ConnectionsScreen connectPath="/connect-ga" />
const card = (name: string) => screen.findByRole('region', { name })
const analytics = () => card('Google Analytics 4')

test('shows Google Analytics as not connected at first, and the other sources as coming soon', async () => {
  show(await client(false), page)
  expect(within(await analytics()).getByText('Not Connected')).toBeVisible()
  for (const name of ['Google Search Console', 'Facebook Ads']) {
    const coming = await card(name)
    expect(within(coming).getByText('Coming Soon')).toBeVisible()
    expect(within(coming).queryByText('Not Connected')).toBeNull()
    expect(within(coming).queryByRole('button', { name: 'Disconnect' })).toBeNull()
  }
})

test.each([
  ['connected', '', 'Connected'],
  ['no_account', '', 'No account detected'],
  ['error', 'Your Google access token has expired. Please reconnect your Google account.', 'Sync Failed'],
  ['error', 'Failed to fetch Google Analytics data: 403 Denied', 'Sync Failed'],
  ['connected', 'Failed to fetch Google Analytics data: 500 Internal', 'Connected'],
] as const)('shows a source with status %s and error “%s” as %s', async (status, error, label) => {
  const replica = await client(true)
  await replica.connections.put(connectionRow({ status, error }))
  show(replica, page)
  const shown = await analytics()
  expect(within(shown).getByText(label)).toBeVisible()
  if (error !== '') expect(within(shown).getByText(error)).toBeVisible()
  expect(within(shown).queryByRole('button', { name: 'Refresh' }) === null).toBe(error.includes('reconnect'))
})

test.each([
  [
    'connected',
    true,
    {},
    'Refresh',
    ['Change Property', 'Reconnect', 'Connect manually', 'Setup guide', 'Disconnect'],
  ],
  ['without an account', false, null, 'Connect', ['Connect manually', 'Setup guide']],
  [
    'with an account but no property',
    false,
    { status: 'not_connected', connected_property: null },
    'Choose property',
    ['Reconnect', 'Connect manually', 'Setup guide', 'Disconnect'],
  ],
  [
    'that Google has locked out',
    true,
    { status: 'error', error: 'Please reconnect your Google account.' },
    'Reconnect',
    ['Setup guide', 'Disconnect'],
  ],
] as const)('offers one button and a menu for a source %s', async (_case, has, fields, button, items) => {
  const replica = await client(has)
  if (fields !== null) await replica.connections.put(connectionRow(fields))
  const user = show(replica, page)
  const shown = await analytics()
  expect(await within(shown).findByRole('button', { name: button })).toBeVisible()
  expect(within(shown).getAllByRole('button')).toHaveLength(2)
  await press(user, 'More for Google Analytics 4', shown)
  const menu = within(await screen.findByRole('menu', { name: 'More for Google Analytics 4' }))
  expect(menu.getAllByRole('menuitem').map((one) => one.textContent)).toEqual(items)
})

test.each([
  ['connected', 'ana@gmail.examplesince Nov 21, 2026'],
  ['error', 'ana@gmail.example'],
] as const)(
  'shows the account, the property and the last sync of a source with status %s',
  async (status, account) => {
    const replica = await client(true)
    await replica.connections.put(connectionRow({ status }))
    show(replica, page)
    const [of, property, sync] = within(await analytics()).getAllByRole('term')
    expect(of?.parentElement).toHaveTextContent(`Google account${account}`)
    expect(property?.parentElement).toHaveTextContent('PropertyNorthwind – Website')
    expect(sync?.parentElement).toHaveTextContent(/^Last sync.+Refresh$/)
  },
)

test('refreshes the figures at once, and shows an error if that fails', async () => {
  server.endpoints['POST google-refresh'] = errorResponse(
    'google_fetch_failed',
    'Failed to fetch Google Analytics data: 500',
  )
  const user = show(await client(true), page)
  await press(user, 'Refresh', await analytics())
  const dialog = screen.getByRole('dialog', { name: 'Refresh Google Analytics 4' })
  await press(user, 'Refresh now', dialog)
  expect(await within(dialog).findByText('Failed to refresh connection. Please try again.')).toBeVisible()
  const part = 'Failed to fetch Google Analytics data: 500 totals'
  server.endpoints['POST google-refresh'] = () => ({ data: { data: connectionRow({ error: part }) } })
  await press(user, 'Refresh now', dialog)
  expect(await within(dialog).findByText(part)).toBeVisible()
  expect(within(dialog).queryByText('The newest figures are here.')).toBeNull()
  server.endpoints['POST google-refresh'] = emptyAnswer
  await press(user, 'Refresh now', dialog)
  expect(await within(dialog).findByText('The newest figures are here.')).toBeVisible()
  await press(user, 'Done', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('asks before disconnecting, shows what else stops, and shows an error if it fails', async () => {
  server.endpoints['POST google-disconnect'] = errorResponse(
    'google_not_disconnected',
    'Failed to disconnect. Please try again.',
  )
  const replica = await client(true)
  await replica.connections.put(connectionRow({ id: 'k2', source_type: 'google_search_console' }))
  const user = show(replica, page)
  await pick(user, 'Disconnect', await analytics())
  const dialog = screen.getByRole('alertdialog', { name: 'Disconnect Google Analytics?' })
  expect(within(dialog).getByText(/Search Console uses the same access/)).toBeVisible()
  await press(user, 'Disconnect', dialog)
  expect(await within(dialog).findByText('Failed to disconnect. Please try again.')).toBeVisible()
  await press(user, 'Cancel', dialog)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('disconnects Search Console with stored credentials, and warns that Analytics stops too', async () => {
  server.endpoints['POST google-disconnect'] = emptyAnswer
  const replica = await client(true)
  await replica.connections.put(
    connectionRow({ id: 'k2', source_type: 'google_search_console', connected_property: null }),
  )
  const user = show(replica, page)
  const coming = await card('Google Search Console')
  expect(
    await within(coming).findByText(
      'Access granted for ana@gmail.example. Its figures appear here once this source opens.',
    ),
  ).toBeVisible()
  expect(within(coming).getByText('Coming Soon')).toBeVisible()
  expect(within(coming).queryByText('Connected')).toBeNull()
  expect(within(coming).getAllByRole('button')).toHaveLength(1)
  await pick(user, 'Disconnect', coming)
  const dialog = screen.getByRole('alertdialog', { name: 'Disconnect Google Search Console?' })
  expect(
    within(dialog).getByText('It cannot be connected again yet: Google Search Console is coming soon.'),
  ).toBeVisible()
  expect(within(dialog).queryByText(/connect it again at any time/)).toBeNull()
  expect(within(dialog).getByText(/Google Analytics uses the same access: it stops too/)).toBeVisible()
  await press(user, 'Disconnect', dialog)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test.each(['Google Analytics 4', 'Google Search Console', 'Facebook Ads'])(
  'shows a setup guide for %s',
  async (name) => {
    const user = show(await client(false), page)
    const source = await card(name)
    if (name === 'Google Analytics 4') await pick(user, 'Setup guide', source)
    else await press(user, 'How to prepare', source)
    const dialog = screen.getByRole('dialog', { name: `${name}: setup guide` })
    expect(within(dialog).getAllByRole('listitem').length).toBeGreaterThan(2)
  },
)

test('shows the stored connections offline, and disables all actions but the guide', async () => {
  const user = show(await client(true), page, { link: { is: 'offline', since: '2026-11-21T09:00:00Z' } })
  const shown = await analytics()
  expect(within(shown).getByText('Northwind – Website')).toBeVisible()
  expect(within(shown).getByRole('button', { name: 'Refresh' })).toBeDisabled()
  await press(user, 'More for Google Analytics 4', shown)
  const items = await screen.findAllByRole('menuitem')
  const enabled = items.filter((one) => one.getAttribute('aria-disabled') !== 'true')
  expect(enabled.map((one) => one.textContent)).toEqual(['Setup guide'])
  expect(screen.getByText(/needs a connection/)).toBeVisible()
})

test('shows the specification’s error with Retry if nothing is stored and the server is unreachable', async () => {
  const replica = await client(false)
  await replica.clients.clear()
  await replica.streams.clear()
  const user = show(replica, page, { link: { is: 'offline', since: '2026-11-21T09:00:00Z' }, stalled: true })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error loading connections. Please try again later.',
  )
  await user.click(screen.getByRole('button', { name: 'Retry' }))
})

test('hides Google Analytics if Google is not set up', async () => {
  server.endpoints['GET connections'] = () => ({ data: { is_set_up: false, rows: [] } })
  show(await client(false), page)
  await card('Facebook Ads')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Google Analytics 4' })).toBeNull())
})
