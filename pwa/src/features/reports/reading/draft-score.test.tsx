// Tests of the score beside a draft.
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { noonOf } from '../../../testing/rows/days'
import { reportRow } from '../../../testing/rows/reports'
import { scanRunRow } from '../../../testing/rows/rows'
import { openReports, replica, withReports } from '../../../testing/screens/reports'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { readyStream } from '../../../testing/sync/replicas'
import { ReportsScreen } from '..'
import * as remote from '../remote'

vi.mock('../remote')
withReports(remote)

test('shows with a draft the newest score and its change since the last report', async () => {
  await replica.streams.put(readyStream('w'))
  const draft = { status: 'draft', published_at: null, figures: null, title: 'Week 48' } as const
  await replica.reports.bulkPut([
    reportRow({ _s: ['w'] }),
    reportRow({ id: 'r2', _s: ['w'], created_at: '2026-11-28T09:00:00.000000Z', ...draft }),
  ])
  await replica.scan_runs.put(
    scanRunRow({
      client_id: 'c1',
      state: 'done',
      performance_score: 88,
      finished_at: noonOf(27),
    }),
  )
  openReports(
    replica,
    <ReportsScreen client="c1" report="r2" hrefOf={() => '/r'} onGo={() => undefined} />,
    LIVE_ADMIN,
  )
  const report = within(await screen.findByRole('article', { name: 'Week 48' }))
  const figures = within(await report.findByRole('region', { name: 'Figures' }))
  expect(await figures.findByRole('heading', { name: 'Performance score on Fri, Nov 27' })).toBeVisible()
  expect(figures.getByText('88')).toBeVisible()
  expect(figures.getByText('up 5 points compared with the last report')).toBeInTheDocument()
})

test('keeps the place of a draft’s score while there is none', async () => {
  await replica.reports.put(
    reportRow({ _s: ['w'], status: 'draft', published_at: null, figures: null, title: 'Week 48' }),
  )
  openReports(
    replica,
    <ReportsScreen client="c1" report="r1" hrefOf={() => '/r'} onGo={() => undefined} />,
    LIVE_ADMIN,
  )
  const report = within(await screen.findByRole('article', { name: 'Week 48' }))
  const figures = within(report.getByRole('region', { name: 'Figures' }))
  expect(figures.getByRole('heading', { name: 'Performance score' })).toBeVisible()
  expect(figures.getByText('—')).toBeVisible()
})
