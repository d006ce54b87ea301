// Tests of this week's reports: their order, the links of the rows, and the choice between week and all clients.
import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { isWriteReport } from '../../lib/navigation'
import { reportRow } from '../../testing/rows/reports'
import { clientRow, scanRunRow } from '../../testing/rows/rows'
import { openReports, replica, withReports } from '../../testing/screens/reports'
import { LIVE_ADMIN } from '../../testing/sync/fake-sync'
import { ReportsScreen } from '.'
import * as remote from './remote'

vi.mock('./remote')
withReports(remote)
// A Friday in the week of Monday, November 23.
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 27, 12), toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  localStorage.removeItem('reports_part')
})

function Shown() {
  const at = useLocation()
  return (
    <>
      <p>{`At ${at.pathname}${at.search}${isWriteReport(at.state) ? ', writing' : ''}`}</p>
      <ReportsScreen
        client={null}
        report={null}
        hrefOf={(client, report) => `/r?${client ?? ''}-${report ?? ''}`}
        onGo={() => undefined}
      />
    </>
  )
}
const open = (status = LIVE_ADMIN) => openReports(replica, <Shown />, status)
const week = async () => within(await screen.findByRole('list', { name: 'Reports of this week' }))

async function store() {
  await replica.clients.clear()
  const active = ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir']
  await replica.clients.bulkPut([
    ...active.map((name) => clientRow({ id: name, company_name: name, subscription_status: 'active' })),
    clientRow({ id: 'Oak', company_name: 'Oak', subscription_status: 'active', user_id: null }),
    clientRow({ id: 'Pine', company_name: 'Pine', subscription_status: 'inactive' }),
  ])
  const report = (client_id: string, fields: Parameters<typeof reportRow>[0]) =>
    reportRow({ id: `${client_id}${fields?.status ?? ''}`, client_id, _s: ['w'], ...fields })
  const unpublished = { published_at: null, created_at: '2026-11-26T09:00:00.000000Z' }
  await replica.reports.bulkPut([
    report('Ash', { seen_at: '2026-11-23T09:00:00.000000Z', seen_by: 'Maya' }),
    report('Birch', { published_at: '2026-11-22T22:00:00.000000Z' }),
    report('Cedar', { ...unpublished, status: 'draft', title: 'Before Christmas' }),
    report('Dogwood', { ...unpublished, status: 'scheduled', publish_at: '2026-11-30T07:00:00.000000Z' }),
    report('Fir', {}),
    report('Fir', { ...unpublished, status: 'draft' }),
  ])
}

test('shows the state of each active client’s report in both lists, and counts the sent ones', async () => {
  await store()
  const user = open()
  const list = await week()
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(6))
  expect(screen.getByRole('heading', { name: 'Week of November 23' })).toBeVisible()
  expect(screen.getByText(/^2 of 6 reports of this week are sent/)).toHaveTextContent(
    '2 of 6 reports of this week are sent · 2 missing, 1 draft, 1 scheduled',
  )
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33')
  const rows = list.getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('.week-state')?.textContent)).toEqual([
    // Sunday at 23:00 in Berlin.
    expect.stringMatching(/^MissingLast report Nov 2[23]$/),
    'Missing',
    'DraftBefore Christmas',
    expect.stringMatching(/^ScheduledGoes out Mon, Nov 30/),
    'SentNov 23, opened by Maya',
    'SentNov 23 · next one in draft',
  ])
  expect(
    rows.map((row) => [...row.querySelectorAll('a')].map((a) => [a.textContent, a.getAttribute('href')])),
  ).toEqual([
    [
      ['Birch', '/r?Birch-'],
      ['Write report for Birch', '/r?Birch-'],
    ],
    [
      ['Elm', '/r?Elm-'],
      ['Write report for Elm', '/r?Elm-'],
    ],
    [
      ['Cedar', '/r?Cedar-'],
      ['Continue draft for Cedar', '/r?Cedar-Cedardraft'],
    ],
    [
      ['Dogwood', '/r?Dogwood-'],
      ['Open report for Dogwood', '/r?Dogwood-Dogwoodscheduled'],
    ],
    [
      ['Ash', '/r?Ash-'],
      ['Open report for Ash', '/r?Ash-Ash'],
    ],
    [
      ['Fir', '/r?Fir-'],
      ['Continue draft for Fir', '/r?Fir-Firdraft'],
    ],
  ])
  await user.click(screen.getByRole('radio', { name: 'All clients' }))
  const others = within(await screen.findByRole('list', { name: 'Clients and their reports' }))
  const lines = others.getAllByRole('link').map((link) => link.textContent)
  expect(lines).toEqual([
    expect.stringMatching(/Sent Nov 23, opened by MayaScore 83Last report Nov 23$/),
    expect.stringMatching(/Missing · Last report Nov 2[23]Score 83Last report Nov 2[23]$/),
    expect.stringMatching(/Draft · Before ChristmasScore 83$/),
    expect.stringMatching(/Scheduled · Goes out Mon, Nov 30/),
    expect.stringMatching(/ElmMissing$/),
    expect.stringMatching(/Sent Nov 23 · next one in draftScore 83Last report Nov 23$/),
    expect.stringMatching(/Not signed up yet$/),
    expect.stringMatching(/PineInactive$/),
  ])
})

test('shows each client’s newest score and its change since the last report', async () => {
  await store()
  const finished_at = '2026-11-27T10:00:00.000000Z'
  await replica.scan_runs.put(
    scanRunRow({ client_id: 'Ash', state: 'done', performance_score: 88, finished_at }),
  )
  open()
  const list = await week()
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(6))
  const scores = list
    .getAllByRole('listitem')
    .map((row) => [
      row.querySelector('.week-client')?.textContent,
      row.querySelector('.week-figure')?.textContent,
    ])
  expect(scores).toContainEqual(['Ash', 'Score 88+5 ptsup 5 points compared with the last report'])
  expect(scores).toContainEqual(['Birch', 'Score 83+9 ptsup 9 points compared with the week before'])
  expect(scores).toContainEqual(['Elm', ''])
})

test('moves through the rows with the arrow keys, and opens the dialog of a missing report', async () => {
  await store()
  const user = open()
  const list = await week()
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(6))
  list.getByRole('link', { name: 'Write report for Birch' }).focus()
  await user.keyboard('{ArrowDown}')
  const next = list.getByRole('link', { name: 'Write report for Elm' })
  await waitFor(() => expect(next).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('At /r?Elm-, writing')).toBeVisible()
})

test('stores the choice between the week and all clients', async () => {
  await store()
  const user = open()
  expect(await screen.findByRole('radio', { name: 'This week' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'All clients' }))
  expect(await screen.findByRole('list', { name: 'Clients and their reports' })).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Reports of this week' })).toBeNull()
  expect(localStorage.getItem('reports_part')).toBe('clients')
})

test('shows no counts before all rows are read, then the time of the last update, and a text if there are no clients', async () => {
  await replica.streams.update('w', { mode: 'loading' })
  await replica.clients.clear()
  open({ ...LIVE_ADMIN, link: { is: 'offline', since: '2026-11-27T10:00:00Z' } })
  expect(await screen.findByText('Loading the reports of this week')).toBeInTheDocument()
  expect(screen.queryByText(/reports of this week (is|are) sent/)).toBeNull()
  await replica.streams.update('w', { mode: 'ready' })
  expect(await screen.findByRole('heading', { name: 'No client gets reports yet' })).toBeVisible()
  expect(screen.getByText(/^Last updated /)).toBeVisible()
})
