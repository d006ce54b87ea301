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

test('shows highlights, users and new users on the overview, each with the time of its data', async () => {
  show(await withFigures(), overview)
  const highlights = (await screen.findByRole('heading', { name: 'Analytics highlights' })).closest('section')
  if (highlights === null) throw new Error('no card')
  for (const value of ['1,650', '37', '36.9%']) expect(within(highlights).getByText(value)).toBeVisible()
  expect(within(highlights).getAllByText(AGE)).toHaveLength(3)
  expect(figure('Users this month')).toHaveTextContent('910 new users')
  expect(figure('Users this month')).toHaveAttribute('title', 'last 30 complete days')
  expect(screen.queryByText('Google Analytics Not Connected')).toBeNull()
})

test('shows a warning and no highlights if no property is connected', async () => {
  show(await client(false), overview)
  expect(await screen.findByText('Google Analytics Not Connected')).toBeVisible()
  expect(figure('Users this month')).toHaveTextContent('Google Analytics is not connected')
  expect(screen.queryByText('Analytics highlights')).toBeNull()
})

test('shows no warning if Google is not set up', async () => {
  server.endpoints['GET connections'] = () => ({ data: { is_set_up: false, rows: [] } })
  show(await client(false), overview)
  await screen.findByText('Users this month')
  await vi.waitFor(() => expect(screen.queryByText('Google Analytics Not Connected')).toBeNull())
})
