// Tests of the score on a client's page: the server's newest score, or without a response the score of this device.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { reportRow } from '../../../testing/rows/reports'
import { scanRunRow } from '../../../testing/rows/rows'
import { scoreOfScan } from '../../../testing/rows/scores'
import { LINKS, replica, withDashboard } from '../../../testing/screens/admin-dashboard'
import { opened } from '../../../testing/screens/signed-in'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { ClientsScreen } from '..'
import * as remote from '../remote'

vi.mock('../remote', { spy: true })
withDashboard()
beforeEach(() => void vi.mocked(remote.fetchScores).mockResolvedValue(remote.LATE))

const open = () => opened(<ClientsScreen {...LINKS} client="c1" tab="clients" />, '/', replica, LIVE_ADMIN)
/** The large number; the chart's table has the same. */
const shownScore = (value: string) => screen.findByText(value, { selector: 'p > span' })

test.each(['queued', 'failed', 'dropped'] as const)(
  'shows the newest score of the server while the latest scan is %s and the last report has an older score',
  async (state) => {
    await replica.reports.put(reportRow({ _s: ['w'] }))
    await replica.scan_runs.put(scanRunRow({ _s: ['w'], state }))
    const rows = [
      { ...scoreOfScan('2026-11-28T15:05:00Z', 0, 97), is_incomplete: true },
      scoreOfScan('2026-11-27T15:05:00Z', 97, 83),
      scoreOfScan('2026-11-20T14:05:00Z', 83, 74),
    ]
    vi.mocked(remote.fetchScores).mockResolvedValue({ value: { rows } })
    open()
    expect(await shownScore('97')).toBeVisible()
    expect(screen.getByText(/^up 14 points compared with the week before/)).toBeInTheDocument()
    const chart = within(screen.getByRole('group', { name: /^Score history/ }))
    expect(chart.getAllByRole('img').map((point) => point.getAttribute('aria-label'))).toEqual([
      expect.stringMatching(/: 83, Needs Improvement$/),
      expect.stringMatching(/: 97, Good$/),
    ])
    expect(remote.fetchScores).toHaveBeenCalledWith('c1')
  },
)

test('shows the score of a scan that ends meanwhile, and loads the scores again', async () => {
  await replica.clients.update('c1', { website_url: 'https://ash.example/' })
  await replica.scan_runs.put(scanRunRow({ _s: ['w'], state: 'running' }))
  open()
  expect(await screen.findByText('The first scan is running.')).toBeVisible()
  const calls = vi.mocked(remote.fetchScores).mock.calls.length
  const end = { state: 'done', performance_score: 88, finished_at: '2026-11-21T10:00:00Z' } as const
  await replica.scan_runs.put(scanRunRow({ _s: ['w'], v: 2, ...end }))
  expect(await shownScore('88')).toBeVisible()
  await waitFor(() => expect(vi.mocked(remote.fetchScores).mock.calls.length).toBeGreaterThan(calls))
})

test('dates the score of a report by its scan, not by the later figures of Google Analytics', async () => {
  const { figures } = reportRow()
  if (figures === null) throw new Error('a report with figures expected')
  await replica.reports.put(
    reportRow({ _s: ['w'], figures: { ...figures, as_of: '2026-11-23T06:00:00.000000Z' } }),
  )
  await replica.scan_runs.put(
    scanRunRow({
      _s: ['w'],
      state: 'done',
      performance_score: 90,
      finished_at: '2026-11-22T10:00:00.000000Z',
    }),
  )
  open()
  expect(await shownScore('90')).toBeVisible()
})
