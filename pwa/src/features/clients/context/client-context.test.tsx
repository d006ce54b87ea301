// Tests of the panel beside a client's conversation: stored rows, the server's scores, and an unknown client.
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { reportRow } from '../../../testing/rows/reports'
import { scanRunRow } from '../../../testing/rows/rows'
import { scoreOfScan } from '../../../testing/rows/scores'
import { replica, withDashboard } from '../../../testing/screens/admin-dashboard'
import { opened } from '../../../testing/screens/signed-in'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { ClientContext } from '..'
import * as remote from '../remote'

vi.mock('../remote', { spy: true })
withDashboard()
beforeEach(() => void vi.mocked(remote.fetchScores).mockResolvedValue(remote.LATE))

const reportOf = (client: string, report: string | null) => `/r?client=${client}&report=${report ?? ''}`
const open = (id = 'c1', status = LIVE_ADMIN) =>
  opened(<ClientContext id={id} clientHref={`/d?client=${id}`} reportOf={reportOf} />, '/', replica, status)
const panel = async (name: string) => within(await screen.findByRole('complementary', { name }))
/** The texts of the parts, by name. */
const parts = async (name: string) => {
  const terms = (await panel(name)).getAllByRole('term')
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]))
}

test('shows a client’s site, score, subscription, last report and sources', async () => {
  await replica.clients.update('c1', {
    website_url: 'https://ash.example/',
    subscription_tier: 'pro',
    ga4_property_id: '1',
    ga4_property_name: 'Ash – Website',
  })
  await replica.stripe_subscriptions.put({
    id: 'c1',
    v: 1,
    _s: ['w'],
    client_id: 'c1',
    status: 'active',
    current_period_end: null,
    cancel_at_period_end: false,
  })
  await replica.reports.bulkPut([
    reportRow({ _s: ['w'], seen_at: '2026-11-23T09:00:00.000000Z', seen_by: 'Maya' }),
    reportRow({
      _s: ['w'],
      id: 'r2',
      title: 'Week 48',
      status: 'draft',
      published_at: null,
      figures: null,
      created_at: '2026-11-26T09:00:00.000000Z',
    }),
  ])
  open()
  expect(await parts('About Ash')).toEqual({
    Website: 'ash.example',
    'Performance score': '83+9 ptsvs week beforeup 9 points compared with the week beforeScanned Fri, Nov 20',
    Subscription: 'Active · Billing: Active · Professional Plan',
    'Last report': 'Week 47Mon, Nov 23 · opened by MayaWeek 48Draft',
    'Connected sources': 'Google Analytics (Ash – Website)',
  })
  expect((await panel('About Ash')).getByRole('heading', { name: 'Ana Lopes' })).toBeVisible()
  const links = within(screen.getByRole('complementary')).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['ash.example', 'https://ash.example/'],
    ['Week 47', '/r?client=c1&report=r1'],
    ['Week 48', '/r?client=c1&report=r2'],
    ['Open client', '/d?client=c1'],
    ['Write report', '/r?client=c1&report='],
  ])
})

test('shows the server’s newest score while the latest scan is queued, as the client’s page does', async () => {
  await replica.reports.put(reportRow({ _s: ['w'] }))
  await replica.scan_runs.put(scanRunRow({ _s: ['w'], state: 'queued' }))
  const rows = [scoreOfScan('2026-11-27T15:05:00Z', 97, 83)]
  vi.mocked(remote.fetchScores).mockResolvedValue({ value: { rows } })
  open()
  await vi.waitFor(async () =>
    expect((await parts('About Ash'))['Performance score']).toBe(
      '97+14 ptsvs week beforeup 14 points compared with the week beforeScanned Fri, Nov 27',
    ),
  )
  expect(remote.fetchScores).toHaveBeenCalledExactlyOnceWith('c1')
})

test('compares a newer scan with the last report, and shows that a scan failed', async () => {
  await replica.reports.put(reportRow({ _s: ['w'] }))
  const run = { _s: ['w'], asked_at: '2026-11-27T14:00:00.000000Z' }
  const end = { performance_score: 80, finished_at: '2026-11-27T14:05:00.000000Z' }
  await replica.scan_runs.put(scanRunRow({ ...run, ...end, state: 'done' }))
  open()
  expect((await parts('About Ash'))['Performance score']).toBe(
    '80−3 ptsvs last reportdown 3 points compared with the last reportScanned Fri, Nov 27',
  )
  await act(() => replica.scan_runs.put(scanRunRow({ ...run, v: 2, state: 'failed', error: 'No answer.' })))
  expect(await screen.findByText('The scan on Fri, Nov 27 failed')).toBeVisible()
})

test('shows the time of the last update offline, and what a new client does not have yet', async () => {
  open('c2', { ...LIVE_ADMIN, link: { is: 'offline', since: '2026-11-21T10:00:00Z' } })
  expect(await parts('About Birch')).toEqual({
    Website: 'No address yet · Add it',
    'Performance score': 'Scanned once its website’s address is added.',
    Subscription: 'Inactive · No billing · Starter Plan',
    'Last report': 'Write the first report',
    'Connected sources': 'None yet. The client adds Google Analytics under Connections.',
  })
  expect(screen.getByText(/^Last updated /)).toBeVisible()
  expect(remote.fetchScores).not.toHaveBeenCalled()
})

test('offers the first scan, and shows why the request failed and when the scan runs', async () => {
  await replica.clients.update('c1', { website_url: 'https://ash.example/' })
  const { user } = open()
  const score = async () => (await parts('About Ash'))['Performance score']
  expect(await score()).toBe('Not scanned yetScan now')
  vi.mocked(remote.scanNow).mockResolvedValueOnce({ rejected: { message: 'Try again later.', field: null } })
  await user.click(screen.getByRole('button', { name: 'Scan now' }))
  expect(await screen.findByText('Try again later.')).toBeVisible()
  expect(remote.scanNow).toHaveBeenCalledExactlyOnceWith('c1')
  await act(() => replica.scan_runs.put(scanRunRow({ _s: ['w'], state: 'running' })))
  await vi.waitFor(async () => expect(await score()).toBe('The first scan is running.'))
  expect(screen.queryByRole('button', { name: 'Scan now' })).toBeNull()
})

test('keeps its place until all clients are loaded, and disappears for an unknown one', async () => {
  await replica.streams.update('w', { mode: 'loading' })
  open('gone')
  expect(await screen.findByRole('complementary', { name: 'About the client' })).toBeVisible()
  await act(() => replica.streams.update('w', { mode: 'ready' }))
  await vi.waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})
