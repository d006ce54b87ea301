// Tests of reports as a client reads them, and of the card on the home screen.
import { act, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'

import { LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { clientVideoRow, EMBED, reportRow, YOUTUBE } from '../../testing/rows/reports'
import { openReports, replica, withReports } from '../../testing/screens/reports'
import { widen } from '../../testing/setup/wide'
import { ReportsScreen, WeeklyReportCard } from '.'
import * as remote from './remote'

vi.mock('./remote')
withReports(remote)

const OFFLINE = { is: 'offline', since: '2026-11-23T13:02:10Z' } as const

const hrefOf = (client: string | null, report: string | null) => `/r?${client ?? ''}-${report ?? ''}`
const reports = (client: string | null, report: string | null) => (
  <ReportsScreen client={client} report={report} hrefOf={hrefOf} onGo={() => undefined} />
)

test('lists a client’s reports, newest first, and marks unread ones', async () => {
  await replica.reports.bulkPut([
    reportRow({
      id: 'r1',
      title: 'First',
      published_at: '2026-11-16T08:00:00.000000Z',
      seen_at: '2026-11-16T09:00:00.000000Z',
    }),
    reportRow({ id: 'r2', title: 'Second', video_kind: '' }),
  ])
  openReports(replica, reports(null, null), LIVE_CLIENT)
  const list = within(await screen.findByRole('list', { name: 'Reports' }))
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/r?-r2', '/r?-r1'])
  expect(list.getByRole('link', { name: /Second/ })).toHaveTextContent('Unread')
  expect(list.getByRole('link', { name: /First/ })).not.toHaveTextContent('Unread')
  expect(screen.queryByRole('button', { name: 'New Report' })).toBeNull()
  expect(remote.noteOpened).not.toHaveBeenCalled()
})

test('moves through the reports with j and k or the arrow keys', async () => {
  await replica.reports.bulkPut(
    ['1', '2', '3'].map((n) =>
      reportRow({ id: `r${n}`, title: `Week ${n}`, published_at: `2026-11-1${n}T08:00:00.000000Z` }),
    ),
  )
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.startsWith('(min-width'),
        addEventListener: vi.fn(),
        removeEventListener: vi.fn(),
      }) as unknown as MediaQueryList,
  )
  const screenOf = (search: string) => (
    <ReportsScreen
      client={null}
      report={search.slice(1) || null}
      hrefOf={(_client, report) => `/?${report ?? ''}`}
      onGo={() => undefined}
    />
  )
  const Shown = () => screenOf(useLocation().search)
  const user = openReports(replica, <Shown />, LIVE_CLIENT)
  const link = (title: RegExp) => screen.findByRole('link', { name: title })
  await link(/Week 3/)
  for (const [keys, title] of [
    ['j', /Week 2/],
    ['{ArrowDown}', /Week 1/],
    ['k', /Week 2/],
    ['{ArrowUp}', /Week 3/],
  ] as const) {
    await user.keyboard(keys)
    await waitFor(async () => expect(await link(title)).toHaveAttribute('aria-current', 'true'))
    expect(await link(title)).toHaveFocus()
  }
})

test('reports an opened report once, and loads its video only when it is played', async () => {
  await replica.reports.put(reportRow())
  await replica.report_posters.put({
    id: 'p1',
    v: 1,
    _s: ['c:c1'],
    owner_id: 'r1',
    client_id: 'c1',
    picture: 'data:image/png;base64,iVBORw0KGgo=',
  })
  const user = openReports(replica, reports(null, 'r1'), LIVE_CLIENT)
  const report = within(await screen.findByRole('article', { name: 'Week 47' }))
  expect(report.getByText('A good week.')).toBeVisible()
  expect(within(report.getByRole('region', { name: 'Figures' })).getByText('+9 pts')).toBeVisible()
  expect(report.getByRole('img', { name: /^Performance score by week/ })).toBeVisible()
  await waitFor(() => expect(remote.noteOpened).toHaveBeenCalledExactlyOnceWith('r1'))
  expect(document.querySelector('iframe')).toBeNull()
  await waitFor(() =>
    expect(document.querySelector('img')).toHaveAttribute('src', 'data:image/png;base64,iVBORw0KGgo='),
  )
  await user.click(report.getByRole('button', { name: 'Play video: Week 47' }))
  const frame = report.getByTitle('Week 47')
  expect(frame).toHaveAttribute('src', `${EMBED}?autoplay=1`)
  expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
  expect(report.getByRole('link', { name: 'Open the video in a new tab' })).toHaveAttribute('href', YOUTUBE)
  await act(() => replica.reports.update('r1', { seen_at: '2026-11-23T09:00:00.000000Z' }))
  expect(remote.noteOpened).toHaveBeenCalledTimes(1)
})

test('shows a stored report offline, with a hint that its video needs a connection', async () => {
  await replica.reports.put(reportRow())
  openReports(replica, reports(null, 'r1'), { ...LIVE_CLIENT, link: OFFLINE })
  const report = within(await screen.findByRole('article', { name: 'Week 47' }))
  expect(report.getByText('A good week.')).toBeVisible()
  expect(report.getByText('Available offline (except the video)')).toBeVisible()
  expect(report.getByText('The video needs a connection')).toBeVisible()
  expect(report.getByRole('button', { name: 'Play video: Week 47' })).toBeDisabled()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(remote.noteOpened).not.toHaveBeenCalled()
})

const TEXTS = ['This report is no longer available.', 'Loading the report', 'Not on this device']

test.each([
  ['catching-up', { is: 'catching-up', behind: 1 }, 'Loading the report'],
  ['live', { is: 'live' }, 'This report is no longer available.'],
  ['outdated', { is: 'outdated' }, 'Not on this device'],
  ['signed-out', { is: 'signed-out' }, 'Not on this device'],
] as const)(
  'calls a missing report unavailable or loading only if that is true: %s',
  async (_is, link, text) => {
    widen()
    await replica.reports.put(reportRow())
    openReports(replica, reports(null, 'new'), { ...LIVE_CLIENT, link })
    expect(await screen.findByRole('list', { name: 'Reports' })).toBeVisible()
    expect(TEXTS.filter((one) => screen.queryByText(one) !== null)).toEqual([text])
  },
)

test('shows an error if nothing is stored and nothing can be loaded', async () => {
  await replica.streams.clear()
  openReports(replica, reports(null, null), { ...LIVE_CLIENT, link: OFFLINE, stalled: true })
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading reports. Please try again later.')
})

test('shows the latest video on the home screen, or the next report’s day in the provider’s time zone', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12), toFake: ['Date'] })
  openReports(replica, <WeeklyReportCard hrefOf={(id) => `/r/${id ?? 'all'}`} />, LIVE_CLIENT)
  expect(await screen.findByText('Next report: Friday, November 27, 2026')).toBeVisible()
  expect(screen.getByText('Your weekly video report arrives every Monday.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'All reports' })).toHaveAttribute('href', '/r/all')
  await act(() =>
    replica.client_videos.bulkPut([
      clientVideoRow({ id: 'v0', posted_at: '2026-11-16', report_id: null }),
      clientVideoRow(),
    ]),
  )
  expect(await screen.findByText('Posted on Mon, Nov 23')).toBeVisible()
  await act(() => replica.client_videos.update('v0', { posted_at: '2027-01-04' }))
  expect(await screen.findByText('Posted on Mon, Jan 4, 2027')).toBeVisible()
  await act(() => replica.client_videos.delete('v0'))
  await act(() => replica.reports.put(reportRow()))
  expect(await screen.findByRole('heading', { name: 'Week 47' })).toBeVisible()
  expect(screen.getByText('Ana Ferreira, Mon, Nov 23')).toBeVisible()
  expect(screen.queryByText('Your weekly video report arrives every Monday.')).toBeNull()
  expect(screen.getByRole('link', { name: 'Read the report' })).toHaveAttribute('href', '/r/r1')
  expect(screen.queryByText(/^Posted on/)).toBeNull()
  // A newer report without a video: the card shows its title, the former video, and the day of that video.
  const published_at = '2026-11-30T13:00:00.000000Z'
  await act(() =>
    replica.reports.put(reportRow({ id: 'r2', title: 'Week 48', video_kind: '', published_at })),
  )
  expect(await screen.findByRole('heading', { name: 'Week 48' })).toBeVisible()
  expect(screen.getByText('Posted on Mon, Nov 23')).toBeVisible()
  expect(
    screen.getByRole('button', { name: 'Play video: Weekly report of Monday, November 23, 2026' }),
  ).toBeVisible()
  vi.useRealTimers()
})
