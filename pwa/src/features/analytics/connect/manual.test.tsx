// Tests of the dialog for a property number, with and without a connected Google account.
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
import { BUSY_MS } from '../mutations'

vi.mock('../../../api/client', async (original) =>
  (await import('../../../testing/screens/analytics')).fakeClient(original),
)

beforeEach(() => void Object.assign(BUSY_MS, { manual: 0 }))
withEndpoints(() => ({ 'GET connections': noConnections }))

const page = <ConnectionsScreen connectPath="/connect-ga" />
const analytics = () => screen.findByRole('region', { name: 'Google Analytics 4' })

test('requires a property ID for a manual connection, and shows an error if the account does not have it', async () => {
  server.endpoints['POST google-property'] = errorResponse('google_property_unknown', 'no')
  const replica = await client(false)
  await replica.connections.put(connectionRow({ status: 'not_connected', connected_property: null }))
  const user = show(replica, page)
  await pick(user, 'Connect manually', await analytics())
  const dialog = screen.getByRole('dialog', { name: 'Connect manually' })
  expect(within(dialog).queryByText('No Google account is connected')).toBeNull()
  await press(user, 'Connect', dialog)
  expect(await within(dialog).findByText('Please enter the required information')).toBeVisible()
  await user.type(within(dialog).getByLabelText('Property ID'), '123')
  await press(user, 'Connect', dialog)
  expect(
    await within(dialog).findByText('Failed to connect manually. Please check your information.'),
  ).toBeVisible()
  server.endpoints['POST google-property'] = emptyAnswer
  await press(user, 'Connect', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows that a manual connection needs a Google account, offers to connect one, and keeps the typed ID', async () => {
  const opens = vi.spyOn(window, 'open').mockReturnValue(null)
  server.endpoints['POST google-property'] = errorResponse(
    'google_token_missing',
    'Google access token not found. Please reconnect your Google account.',
  )
  const replica = await client(false)
  const user = show(replica, page)
  await pick(user, 'Connect manually', await analytics())
  const dialog = screen.getByRole('dialog', { name: 'Connect manually' })
  expect(within(dialog).getByText('No Google account is connected')).toBeVisible()
  await user.type(within(dialog).getByLabelText('Property ID'), '300000001')
  await press(user, 'Connect', dialog)
  expect(
    await within(dialog).findByText('Google access token not found. Please reconnect your Google account.'),
  ).toBeVisible()
  await press(user, 'Continue with Google', dialog)
  expect(within(dialog).getByText('Failed to connect. Please try again.')).toBeVisible()
  opens.mockReturnValue(window)
  await press(user, 'Continue with Google', dialog)
  expect(within(dialog).queryByText('Failed to connect. Please try again.')).toBeNull()
  expect(opens).toHaveBeenLastCalledWith('/connect-ga?start=1', '_blank')
  await act(() =>
    replica.connections.put(
      connectionRow({ v: 2, status: 'not_connected', connected_property: null, last_sync: null }),
    ),
  )
  await waitFor(() => expect(within(dialog).queryByText('No Google account is connected')).toBeNull())
  expect(within(dialog).getByLabelText('Property ID')).toHaveValue('300000001')
  expect(within(dialog).queryByText(/access token not found/)).toBeNull()
})
