// Tests of Google Analytics on the overview: highlights, users, and the alert when nothing is connected.
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import {
  AGE,
  client,
  figure,
  show,
  withEndpoints,
  withFigures,
  server,
  noConnections,
} from '../../../testing/screens/analytics'
import { AnalyticsHighlights, NotConnectedAlert, UsersCard } from '..'

vi.mock('../../../api/client', async (original) =>
  (await import('../../../testing/screens/analytics')).fakeClient(original),
)

withEndpoints(() => ({ 'GET connections': noConnections }))

const overview = (
  <>
    <NotConnectedAlert connectionsPath="/dashboard/connections" />
    <UsersCard href="/analytics" connectPath="/connect-ga" />
    <AnalyticsHighlights />
  </>
)

test('the overview has highlights and users with new users, each with its age', async () => {
  show(await withFigures(), overview)
  const highlights = (await screen.findByRole('heading', { name: 'Analytics highlights' })).closest('section')
  if (highlights === null) throw new Error('no card')
  for (const value of ['1,650', '37', '36.9%']) expect(within(highlights).getByText(value)).toBeVisible()
  expect(within(highlights).getAllByText(AGE)).toHaveLength(3)
  expect(figure('Users this month')).toHaveTextContent('910 new users')
  expect(figure('Users this month')).toHaveAttribute('title', 'last 30 complete days')
  expect(screen.queryByText('Google Analytics Not Connected')).toBeNull()
})

test('without a property the overview warns and has no highlights; where nothing can be connected it does not nag', async () => {
  show(await client(false), overview)
  expect(await screen.findByText('Google Analytics Not Connected')).toBeVisible()
  expect(figure('Users this month')).toHaveTextContent('Google Analytics is not connected')
  expect(screen.queryByText('Analytics highlights')).toBeNull()
})

test('where Google is not set up nobody is warned', async () => {
  server.endpoints['GET connections'] = () => ({ data: { is_set_up: false, rows: [] } })
  show(await client(false), overview)
  await screen.findByText('Users this month')
  await vi.waitFor(() => expect(screen.queryByText('Google Analytics Not Connected')).toBeNull())
})
