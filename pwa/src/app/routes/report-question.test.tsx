// Test of the client's way from a report to the team.
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { reportRow } from '../../testing/rows/reports'
import { clientWithAllSources, openHome, shownPath, withClientHome } from '../../testing/screens/client-home'
import ReportsRoute from './reports'

vi.mock('../../api/client', async (original) =>
  (await import('../../testing/screens/analytics')).fakeClient(original),
)
withClientHome()

test('adds the report to the draft for the team, keeps its text, and opens the thread', async () => {
  const replica = await clientWithAllSources()
  await replica.drafts.put({ id: 'c1', text: 'Half a thought' })
  await replica.reports.put(reportRow({ seen_at: '2026-11-23T09:00:00.000000Z' }))
  const user = openHome(<ReportsRoute />, replica, '/dashboard/reports?report=r1')
  await user.click(await screen.findByRole('button', { name: 'Ask your team about this' }))
  await waitFor(() => expect(shownPath()).toBe('/dashboard/messaging'))
  expect(await replica.drafts.toArray()).toEqual([
    { id: 'c1', text: 'Half a thought\nAbout the report “Week 47”:' },
  ])
})
