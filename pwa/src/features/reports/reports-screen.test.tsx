// Reports as users use them: a client reads; an admin writes, publishes and withdraws.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { readyStream } from '../../testing/sync/replicas'
import { clientVideoRow, EMBED, reportRow, YOUTUBE } from '../../testing/rows/reports'
import { clientRow } from '../../testing/rows/rows'
import { withSizes } from '../../testing/setup/element-sizes'
import { ToastProvider } from '../../ui/feedback/toast'
import { ReportsScreen, WeeklyReportCard } from '.'
import * as remote from './remote'
import * as writing from './writing/remote'

vi.mock('./remote')
vi.mock('./writing/remote')
withSizes(700, 60)

const OFFLINE = { is: 'offline', since: '2026-11-23T13:02:10Z' } as const
const sent = (status: string) =>
  ({ is: 'done', data: { id: 'r9', status, publish_at: null, created_at: '2026-11-23T08:00:00Z' } }) as const
let replica: Replica
beforeEach(async () => {
  vi.resetAllMocks()
  vi.mocked(remote.fetchPoster).mockResolvedValue('')
  vi.mocked(remote.fetchZone).mockResolvedValue('Europe/Berlin')
  vi.mocked(remote.noteOpened).mockResolvedValue()
  vi.mocked(remote.holdScreens).mockReturnValue(() => undefined)
  replica = new Replica(`reports-${String(Math.random())}`)
  await replica.clients.put(clientRow())
  await replica.streams.bulkPut([readyStream('c:c1'), readyStream('w')])
})
afterEach(() => replica.delete())

function open(what: React.ReactNode, status: SyncStatus = LIVE_CLIENT) {
  render(
    <ToastProvider>
      <MemoryRouter>
        <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(status) }}>{what}</LiveContext>
      </MemoryRouter>
    </ToastProvider>,
  )
  return userEvent.setup()
}
const hrefOf = (client: string | null, report: string | null) => `/r?${client ?? ''}-${report ?? ''}`
const reports = (client: string | null, report: string | null) => (
  <ReportsScreen client={client} report={report} hrefOf={hrefOf} onGo={() => undefined} />
)

test('a client has their reports newest first, and what is new says so', async () => {
  await replica.reports.bulkPut([
    reportRow({
      id: 'r1',
      title: 'First',
      published_at: '2026-11-16T08:00:00.000000Z',
      seen_at: '2026-11-16T09:00:00.000000Z',
    }),
    reportRow({ id: 'r2', title: 'Second', video_kind: '' }),
  ])
  open(reports(null, null))
  const list = within(await screen.findByRole('list', { name: 'Reports' }))
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/r?-r2', '/r?-r1'])
  expect(list.getByRole('link', { name: /Second/ })).toHaveTextContent('New')
  expect(list.getByRole('link', { name: /First/ })).not.toHaveTextContent('New')
  expect(screen.queryByRole('button', { name: 'New Report' })).toBeNull()
  expect(remote.noteOpened).not.toHaveBeenCalled()
})

test('j and k, or the arrow keys, go through the reports', async () => {
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
  const user = open(<Shown />)
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

test('an opened report is told once, and nobody else is asked for its video before it is wanted', async () => {
  await replica.reports.put(reportRow())
  await replica.report_posters.put({
    id: 'p1',
    v: 1,
    _s: ['c:c1'],
    owner_id: 'r1',
    client_id: 'c1',
    picture: 'data:image/png;base64,iVBORw0KGgo=',
  })
  const user = open(reports(null, 'r1'))
  const report = within(await screen.findByRole('article', { name: 'Week 47' }))
  expect(report.getByText('A good week.')).toBeVisible()
  expect(within(report.getByRole('region', { name: 'Figures' })).getByText('▲ up 9 points')).toBeVisible()
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

test('offline a stored report can be read, its video says what it needs, and nothing is an error', async () => {
  await replica.reports.put(reportRow())
  open(reports(null, 'r1'), { ...LIVE_CLIENT, link: OFFLINE })
  const report = within(await screen.findByRole('article', { name: 'Week 47' }))
  expect(report.getByText('A good week.')).toBeVisible()
  expect(report.getByText('Here without a network too, but for the video')).toBeVisible()
  expect(report.getByText('The video needs a connection')).toBeVisible()
  expect(report.getByRole('button', { name: 'Play video: Week 47' })).toBeDisabled()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(remote.noteOpened).not.toHaveBeenCalled()
})

test('where nothing is stored and nothing can be loaded it says so', async () => {
  await replica.streams.clear()
  open(reports(null, null), { ...LIVE_CLIENT, link: OFFLINE, stalled: true })
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading reports. Please try again later.')
})

test('an admin sees what became of each report, and writes one that is kept while it is written', async () => {
  await replica.reports.bulkPut([
    reportRow({ id: 'r1', title: 'Draft', status: 'draft', published_at: null, figures: null }),
    reportRow({ id: 'r2', title: 'Opened', seen_at: '2026-11-23T09:02:00.000000Z', seen_by: 'Ana Lopes' }),
  ])
  vi.mocked(remote.createReport).mockResolvedValue(sent('draft'))
  vi.mocked(remote.publish).mockResolvedValue(sent('published'))
  const user = open(reports('c1', null), LIVE_ADMIN)
  const list = within(await screen.findByRole('list', { name: 'Reports' }))
  expect(list.getByRole('link', { name: /Draft/ })).toHaveTextContent('DraftFri, 20 Nov 2026Draft')
  await user.click(screen.getByRole('button', { name: 'New Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Report' }))
  const save = await dialog.findByRole('button', { name: 'Save draft' })
  expect(save).toBeDisabled()
  await user.click(await dialog.findByRole('button', { name: 'Copy last week’s report' }))
  expect(dialog.getByLabelText('Title')).toHaveValue('Opened')
  await user.clear(dialog.getByLabelText('Title'))
  await user.type(dialog.getByLabelText('Title'), 'Week 48')
  expect(save).toBeEnabled()
  await user.type(dialog.getByLabelText('Video URL (optional)'), 'youtu.be/x')
  expect(save).toBeDisabled()
  await user.clear(dialog.getByLabelText('Video URL (optional)'))
  await user.type(dialog.getByLabelText('Video URL (optional)'), YOUTUBE)
  await waitFor(async () => expect((await replica.drafts.get('report:c1'))?.text).toContain(YOUTUBE))
  expect(dialog.getByText(/^Say here what the video says/)).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: 'Publish now' }))
  expect(dialog.getByText('Ana Lopes (ana@northwind.example) will be notified.')).toBeVisible()
  expect(dialog.getByRole('checkbox', { name: 'Also show on the home screen' })).toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Report published')).toBeVisible()
  const written: unknown = expect.objectContaining({
    client_id: 'c1',
    title: 'Week 48',
    text: 'A good week.',
    video_url: YOUTUBE,
  })
  expect(remote.createReport).toHaveBeenCalledExactlyOnceWith(written)
  const id = vi.mocked(remote.createReport).mock.calls[0]?.[0].id
  expect(remote.publish).toHaveBeenCalledExactlyOnceWith(id, 'now', true)
  expect(await replica.drafts.count()).toBe(0)
  vi.mocked(remote.withdraw).mockResolvedValue(sent('draft'))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(remote.withdraw).toHaveBeenCalledExactlyOnceWith('r9')
  expect(await screen.findByText('Taken back: the report is a draft again')).toBeVisible()
})

const ONLY_ADMINS =
  'Only administrators can create reports. Please contact support if you believe this is an error.'
test.each([
  [{ is: 'refused', code: 'admins_only', message: ONLY_ADMINS }, ONLY_ADMINS],
  [{ is: 'no-answer' }, 'No answer from the server. What you have written stays on this device: try again.'],
] as const)('a report that is not taken keeps its form, and says why', async (answer, message) => {
  vi.mocked(remote.createReport).mockResolvedValue(answer)
  const user = open(reports('c1', null), LIVE_ADMIN)
  await user.click(await screen.findByRole('button', { name: 'New Report' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText('Title'), 'Week 48')
  await user.click(dialog.getByRole('button', { name: 'Save draft' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(message)
  expect(dialog.getByLabelText('Title')).toHaveValue('Week 48')
  expect((await replica.drafts.get('report:c1'))?.text).toContain('Week 48')
})

test('a draft is published or put off, and offline neither', async () => {
  await replica.reports.put(reportRow({ status: 'draft', published_at: null, figures: null }))
  vi.mocked(remote.publish).mockResolvedValue({ is: 'no-answer' })
  const user = open(reports('c1', 'r1'), LIVE_ADMIN)
  await user.click(await screen.findByRole('button', { name: 'Publish on Monday 08:00' }))
  expect(remote.publish).toHaveBeenCalledExactlyOnceWith('r1', 'monday', true)
  expect(await screen.findByRole('alert')).toHaveTextContent('No answer from the server.')
  await act(() => replica.reports.update('r1', { v: 9, status: 'scheduled' }))
  expect(await screen.findByRole('button', { name: 'Back to draft' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the home has the latest video, or the day of the next report by the provider’s clock', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12), toFake: ['Date'] })
  open(<WeeklyReportCard hrefOf={(id) => `/r/${id ?? 'all'}`} />)
  expect(await screen.findByText('Friday, 27 November 2026')).toBeVisible()
  expect(screen.getByText('Your weekly video report arrives every Monday.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'All reports' })).toHaveAttribute('href', '/r/all')
  await act(() =>
    replica.client_videos.bulkPut([
      clientVideoRow({ id: 'v0', posted_at: '2026-11-16', report_id: null }),
      clientVideoRow(),
    ]),
  )
  expect(await screen.findByText('Posted on Monday, 23 November 2026')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Read the report' })).toHaveAttribute('href', '/r/r1')
  expect(
    screen.getByRole('button', { name: 'Play video: Weekly report of Monday, 23 November 2026' }),
  ).toBeVisible()
  vi.useRealTimers()
})

test('who has been signed out signs in again in place, and the report goes out as it was written', async () => {
  vi.mocked(remote.createReport)
    .mockResolvedValueOnce({ is: 'signed-out' })
    .mockResolvedValueOnce(sent('draft'))
  vi.mocked(writing.signInAgain)
    .mockResolvedValueOnce('failed')
    .mockResolvedValueOnce('no-admin')
    .mockResolvedValueOnce('signed-in')
  const user = open(reports('c1', null), LIVE_ADMIN)
  await user.click(await screen.findByRole('button', { name: 'New Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Report' }))
  await user.type(await dialog.findByLabelText('Title'), 'Week 48')
  await user.click(dialog.getByRole('button', { name: 'Save draft' }))
  const login = within(await screen.findByRole('dialog', { name: 'Admin Login Required' }))
  const signIn = login.getByRole('button', { name: 'Sign In' })
  await user.type(login.getByLabelText('Email Address'), 'ana')
  await user.type(login.getByLabelText('Password'), 'secret')
  expect(signIn).toBeDisabled()
  await user.type(login.getByLabelText('Email Address'), '@pulseboard.example')
  await user.click(signIn)
  expect(await login.findByRole('alert')).toHaveTextContent('Login failed')
  await user.click(signIn)
  await waitFor(() => expect(login.getByRole('alert')).toHaveTextContent(ONLY_ADMINS))
  expect(dialog.getByLabelText('Title')).toHaveValue('Week 48')
  await user.click(signIn)
  expect(await screen.findByText('Draft saved')).toBeVisible()
  expect(writing.signInAgain).toHaveBeenLastCalledWith('ana@pulseboard.example', 'secret', expect.any(String))
  const [first, second] = vi.mocked(remote.createReport).mock.calls
  expect(second).toEqual(first)
})
