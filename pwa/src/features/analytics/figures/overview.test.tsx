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

test('shows highlights, users and new users on the overview, each with its change', async () => {
  const previous_totals = {
    total_users: 1003,
    new_users: 800,
    sessions: 1500,
    engaged_sessions: 1000,
    bounce_rate: 39,
    avg_engagement_time: 90,
    conversions: null,
  }
  show(await withFigures({ previous_totals }), overview)
  const highlights = (await screen.findByRole('heading', { name: 'Analytics highlights' })).closest('section')
  if (highlights === null) throw new Error('no card')
  for (const value of ['1,650', '37', '36.9%']) expect(within(highlights).getByText(value)).toBeVisible()
  for (const change of [
    'up 10% compared with the 30 days before',
    'down 2.1 points compared with the 30 days before',
  ])
    expect(within(highlights).getByText(change)).toBeInTheDocument()
  expect(figure('Users this month')).toHaveTextContent('+20%')
  expect(figure('Users this month')).toHaveTextContent('910 new users')
  expect(figure('Users this month')).toHaveAttribute('title', expect.stringMatching(AGE))
  expect(screen.queryByText('Google Analytics Not Connected')).toBeNull()
})

test('shows a warning and no highlights if no property is connected', async () => {
  show(await client(false), overview)
  expect(await screen.findByText('Google Analytics Not Connected')).toBeVisible()
  expect(figure('Users this month')).toHaveAttribute(
    'title',
    'last 30 complete days. Google Analytics is not connected',
  )
  expect(screen.queryByText('Analytics highlights')).toBeNull()
})

test('shows no warning if Google is not set up', async () => {
  server.endpoints['GET connections'] = () => ({ data: { is_set_up: false, rows: [] } })
  show(await client(false), overview)
  await screen.findByText('Users this month')
  await vi.waitFor(() => expect(screen.queryByText('Google Analytics Not Connected')).toBeNull())
})
