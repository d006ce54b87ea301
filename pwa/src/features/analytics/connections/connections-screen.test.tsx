// The connections screen: each source's status, every dialog and every text.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import {
  client,
  connectionRow,
  type Endpoints,
  fakeApi,
  errorResponse,
  show,
} from '../../../testing/screens/analytics'
import { ConnectionsScreen } from '..'
import { BUSY_MS } from '../mutations'

const world = vi.hoisted<{ endpoints: Endpoints; api: unknown }>(() => ({ endpoints: {}, api: null }))
vi.mock('../../../api/client', async (original) => ({
  ...(await original<object>()),
  get api() {
    return world.api
  },
}))

beforeEach(() => {
  Object.assign(BUSY_MS, { connect: 0, manual: 0, refresh: 0 })
  world.endpoints = { 'GET connections': () => ({ data: { is_set_up: true, rows: [] } }) }
  world.api = fakeApi(world.endpoints)
})

const DONE = () => ({ data: { data: {} } })
const TWO = () => ({
  data: {
    rows: [
      { property: '300000001', displayName: 'Northwind – Website', account: 'Northwind' },
      { property: '300000002', displayName: 'Northwind – Shop', account: 'Northwind' },
    ],
  },
})
const page = <ConnectionsScreen connectPath="/connect-ga" />
const card = (name: string) => screen.findByRole('region', { name })
const analytics = () => card('Google Analytics 4')
const press = async (user: ReturnType<typeof show>, name: string, where: HTMLElement) =>
  user.click(within(where).getByRole('button', { name }))

test('a source that was never touched is not connected, the others are coming soon', async () => {
  show(await client(false), page)
  expect(within(await analytics()).getByText('Not Connected')).toBeVisible()
  for (const name of ['Google Search Console', 'Facebook Ads']) {
    const coming = await card(name)
    expect(within(coming).getByText('Coming Soon')).toBeVisible()
    expect(within(coming).queryByRole('button', { name: 'Disconnect' })).toBeNull()
  }
})

test.each([
  ['connected', '', 'Connected'],
  ['no_account', '', 'No account detected'],
  ['error', 'Your Google access token has expired. Please reconnect your Google account.', 'Sync Failed'],
  ['error', 'Failed to fetch Google Analytics data: 403 Denied', 'Sync Failed'],
  ['connected', 'Failed to fetch Google Analytics data: 500 Internal', 'Connected'],
] as const)('a source that is %s with “%s” says %s', async (status, error, label) => {
  const replica = await client(true)
  await replica.connections.put(connectionRow({ status, error }))
  show(replica, page)
  const shown = await analytics()
  expect(within(shown).getByText(label)).toBeVisible()
  if (error !== '') expect(within(shown).getByText(error)).toBeVisible()
  expect(within(shown).queryByRole('button', { name: 'Refresh' }) === null).toBe(error.includes('reconnect'))
})

test('connecting opens a window of its own, and the page follows what happens there', async () => {
  const opens = vi.spyOn(window, 'open').mockReturnValue(window)
  world.endpoints['GET google-properties'] = TWO
  world.endpoints['POST google-property'] = DONE
  const replica = await client(false)
  const user = show(replica, page)
  await press(user, 'Connect', await analytics())
  const dialog = screen.getByRole('dialog', { name: 'Connect Google Analytics 4' })
  expect(within(dialog).getByText(/read-only/)).toBeVisible()
  await press(user, 'Continue with Google', dialog)
  expect(opens).toHaveBeenCalledWith('/connect-ga?start=1', '_blank')
  expect(await within(dialog).findByText(/Go on in the window of Google/)).toBeVisible()
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

test('a window that the browser does not open is a failure with its words', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  const user = show(await client(false), page)
  await press(user, 'Connect', await analytics())
  await press(user, 'Continue with Google', screen.getByRole('dialog'))
  expect(await screen.findByText('Failed to connect. Please try again.')).toBeVisible()
})

test('in the installed app the same window goes there', async () => {
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

test('a property that could not be saved, and properties that Google does not list', async () => {
  world.endpoints['GET google-properties'] = errorResponse(
    'google_properties_failed',
    'Failed to fetch properties: 429 Too many',
  )
  world.endpoints['POST google-property'] = errorResponse('unexpected_failure', 'An error occurred')
  const replica = await client(false)
  await replica.connections.put(connectionRow({ status: 'not_connected', connected_property: null }))
  const user = show(replica, page)
  await press(user, 'Choose property', await analytics())
  const dialog = screen.getByRole('dialog')
  expect(await within(dialog).findByText('Failed to fetch properties: 429 Too many')).toBeVisible()
  world.endpoints['GET google-properties'] = TWO
  await press(user, 'Retry', dialog)
  await user.click(await within(dialog).findByRole('radio', { name: /Website/ }))
  await press(user, 'Connect', dialog)
  expect(await within(dialog).findByText('Failed to connect. Please try again.')).toBeVisible()
})

test('an account without properties says so and can be looked at again', async () => {
  world.endpoints['GET google-properties'] = () => ({ data: { rows: [] } })
  const replica = await client(false)
  await replica.connections.put(connectionRow({ status: 'no_account', connected_property: null }))
  const user = show(replica, page)
  await press(user, 'Choose property', await analytics())
  const dialog = screen.getByRole('dialog')
  expect(await within(dialog).findByText('No account detected')).toBeVisible()
  world.endpoints['GET google-properties'] = TWO
  await press(user, 'Check again', dialog)
  expect(await within(dialog).findAllByRole('radio')).toHaveLength(2)
})

test('refresh reads now, and says when that failed', async () => {
  world.endpoints['POST google-refresh'] = errorResponse(
    'google_fetch_failed',
    'Failed to fetch Google Analytics data: 500',
  )
  const user = show(await client(true), page)
  await press(user, 'Refresh', await analytics())
  const dialog = screen.getByRole('dialog', { name: 'Refresh Google Analytics 4' })
  await press(user, 'Refresh now', dialog)
  expect(await within(dialog).findByText('Failed to refresh connection. Please try again.')).toBeVisible()
  const part = 'Failed to fetch Google Analytics data: 500 totals'
  world.endpoints['POST google-refresh'] = () => ({ data: { data: connectionRow({ error: part }) } })
  await press(user, 'Refresh now', dialog)
  expect(await within(dialog).findByText(part)).toBeVisible()
  expect(within(dialog).queryByText('The newest figures are here.')).toBeNull()
  world.endpoints['POST google-refresh'] = DONE
  await press(user, 'Refresh now', dialog)
  expect(await within(dialog).findByText('The newest figures are here.')).toBeVisible()
  await press(user, 'Done', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('disconnect asks first, names what goes, and says when it failed', async () => {
  world.endpoints['POST google-disconnect'] = errorResponse(
    'google_not_disconnected',
    'Failed to disconnect. Please try again.',
  )
  const replica = await client(true)
  await replica.connections.put(connectionRow({ id: 'k2', source_type: 'google_search_console' }))
  const user = show(replica, page)
  await press(user, 'Disconnect', await analytics())
  const dialog = screen.getByRole('alertdialog', { name: 'Disconnect Google Analytics?' })
  expect(within(dialog).getByText(/Search Console uses the same access/)).toBeVisible()
  await press(user, 'Disconnect', dialog)
  expect(await within(dialog).findByText('Failed to disconnect. Please try again.')).toBeVisible()
  await press(user, 'Cancel', dialog)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('Search Console with stored credentials can be disconnected, which stops Analytics too', async () => {
  world.endpoints['POST google-disconnect'] = DONE
  const replica = await client(true)
  await replica.connections.put(
    connectionRow({ id: 'k2', source_type: 'google_search_console', connected_property: null }),
  )
  const user = show(replica, page)
  const coming = await card('Google Search Console')
  await waitFor(() => expect(within(coming).getByText('Connected')).toBeVisible())
  expect(within(coming).getByText('Coming Soon')).toBeVisible()
  await press(user, 'Disconnect', coming)
  const dialog = screen.getByRole('alertdialog', { name: 'Disconnect Google Search Console?' })
  expect(
    within(dialog).getByText('It cannot be connected again yet: Google Search Console is coming soon.'),
  ).toBeVisible()
  expect(within(dialog).queryByText(/connect it again at any time/)).toBeNull()
  expect(within(dialog).getByText(/Google Analytics uses the same access: it stops too/)).toBeVisible()
  await press(user, 'Disconnect', dialog)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('reconnecting goes by Google, and the page tells when it is done', async () => {
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
  await act(() => replica.connections.put(connectionRow({ v: 2 })))
  expect(await within(dialog).findByText('Your Google account is connected again.')).toBeVisible()
})

test('a window that was blocked is forgotten once the consent has come by another way', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  const replica = await client(true)
  const user = show(replica, page)
  await press(user, 'Reconnect', await analytics())
  const dialog = screen.getByRole('dialog', { name: 'Reconnect Google Analytics 4' })
  await press(user, 'Continue with Google', dialog)
  expect(await within(dialog).findByText('Failed to connect. Please try again.')).toBeVisible()
  await act(() => replica.connections.put(connectionRow({ v: 2 })))
  expect(await within(dialog).findByText('Your Google account is connected again.')).toBeVisible()
  expect(within(dialog).queryByText('Failed to connect. Please try again.')).toBeNull()
})

test.each(['Google Analytics 4', 'Google Search Console', 'Facebook Ads'])(
  '%s has a setup guide',
  async (name) => {
    const user = show(await client(false), page)
    await press(user, 'Setup guide', await card(name))
    const dialog = screen.getByRole('dialog', { name: `${name}: setup guide` })
    expect(within(dialog).getAllByRole('listitem').length).toBeGreaterThan(2)
  },
)

test('offline everything can be read and nothing can be asked', async () => {
  show(await client(true), page, { link: { is: 'offline', since: '2026-11-21T09:00:00Z' } })
  const shown = await analytics()
  expect(within(shown).getByText('Northwind – Website')).toBeVisible()
  for (const name of ['Refresh', 'Disconnect', 'Reconnect'])
    expect(within(shown).getByRole('button', { name })).toBeDisabled()
  expect(within(shown).getByText(/needs a connection/)).toBeVisible()
})

test('with nothing stored and no server the words of the specification stand, with a retry', async () => {
  const replica = await client(false)
  await replica.clients.clear()
  await replica.streams.clear()
  const user = show(replica, page, { link: { is: 'offline', since: '2026-11-21T09:00:00Z' }, stalled: true })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error loading connections. Please try again later.',
  )
  await user.click(screen.getByRole('button', { name: 'Retry' }))
})

test('where Google is not set up its block is hidden', async () => {
  world.endpoints['GET connections'] = () => ({ data: { is_set_up: false, rows: [] } })
  show(await client(false), page)
  await card('Facebook Ads')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Google Analytics 4' })).toBeNull())
})
