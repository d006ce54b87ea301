// Tests of the admins' list of all clients: their last reports, and those that need a report this week.
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { reportRow } from '../../testing/rows/reports'
import { clientRow, scanRunRow } from '../../testing/rows/rows'
import { openReports, replica, withReports } from '../../testing/screens/reports'
import { LIVE_ADMIN } from '../../testing/sync/fake-sync'
import { widen } from '../../testing/setup/wide'
import { readyStream } from '../../testing/sync/replicas'
import { ReportsScreen } from '.'
import * as remote from './remote'

vi.mock('./remote')
withReports(remote)
afterEach(() => localStorage.removeItem('reports_clients'))

test('lists all clients by company, with the state of this week’s report', async () => {
  await replica.streams.put(readyStream('w'))
  await replica.clients.clear()
  await replica.clients.bulkPut([
    ...['Ash', 'Birch', 'Cedar', 'Dogwood'].map((name) =>
      clientRow({ id: name, company_name: name, subscription_status: 'active' }),
    ),
    clientRow({ id: 'Elm', company_name: 'Elm', user_id: null }),
    clientRow({ id: 'Fir', company_name: 'Fir', subscription_status: 'inactive' }),
  ])
  const report = (id: string, fields: Parameters<typeof reportRow>[0]) =>
    reportRow({ id, client_id: id, _s: ['w'], ...fields })
  await replica.reports.bulkPut([
    report('Ash', { published_at: new Date().toISOString(), seen_at: new Date().toISOString() }),
    report('Birch', { published_at: '2026-01-05T12:00:00.000000Z', seen_at: null }),
    report('Cedar', { status: 'draft', published_at: null, figures: null }),
  ])
  await replica.scan_runs.put(
    scanRunRow({
      client_id: 'Ash',
      state: 'done',
      performance_score: 88,
      finished_at: new Date().toISOString(),
    }),
  )
  const user = openReports(
    replica,
    <ReportsScreen
      client={null}
      report={null}
      weeklyMailHref="/r/weekly-mail"
      hrefOf={(client, reportId) => `/r?${client ?? ''}${reportId === null ? '' : '&draft'}`}
      onGo={() => undefined}
    />,
    LIVE_ADMIN,
  )
  expect(await screen.findByRole('link', { name: 'Preview weekly email' })).toHaveAttribute(
    'href',
    '/r/weekly-mail',
  )
  await user.click(screen.getByRole('radio', { name: 'All clients' }))
  const list = within(await screen.findByRole('list', { name: 'Clients and their reports' }))
  await waitFor(() =>
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      ['Ash', 'Birch', 'Cedar&draft', 'Dogwood', 'Elm', 'Fir'].map((id) => `/r?${id}`),
    ),
  )
  await user.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'Filter clients' })).toHaveFocus()
  const row = (name: RegExp) => list.getByRole('link', { name })
  expect(row(/^Birch/)).toHaveTextContent(/Missing · Last report Jan 5Score 83Last report Jan 5$/)
  expect(row(/^Cedar/)).toHaveTextContent(/Draft · Week 47$/)
  expect(row(/^Dogwood/)).toHaveTextContent(/DogwoodMissing$/)
  expect(row(/^Ash/)).toHaveTextContent(/Sent \w+ \d+, openedScore 88Last report \w+ \d+$/)
  expect(row(/^Elm/)).toHaveTextContent('ElmNot signed up yet')
  expect(row(/^Fir/)).toHaveTextContent(/^\w*FirInactive$/)
})

test('opens the list of clients beside a client’s reports by the button or by /', async () => {
  widen()
  await replica.streams.put(readyStream('w'))
  const user = openReports(
    replica,
    <ReportsScreen client="c1" report={null} hrefOf={() => '/r'} onGo={() => undefined} />,
    LIVE_ADMIN,
  )
  const button = await screen.findByRole('button', { name: 'Switch client' })
  expect(screen.queryByRole('list', { name: 'Clients and their reports' })).toBeNull()
  await user.click(button)
  expect(await screen.findByRole('list', { name: 'Clients and their reports' })).toBeInTheDocument()
  expect(screen.getByRole('searchbox', { name: 'Filter clients' })).toHaveFocus()
  expect(button).toHaveAccessibleName('Hide clients')
  act(() => button.focus())
  await user.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'Filter clients' })).toHaveFocus()
  await user.click(button)
  expect(screen.queryByRole('searchbox')).toBeNull()
  await user.keyboard('/')
  expect(await screen.findByRole('searchbox', { name: 'Filter clients' })).toHaveFocus()
})

test('shows an error for the address of an unknown client, and offers no report for it', async () => {
  openReports(
    replica,
    <ReportsScreen client="nobody" report={null} hrefOf={() => '/r'} onGo={() => undefined} />,
    LIVE_ADMIN,
  )
  expect(await screen.findByText('Client not found')).toBeVisible()
  expect(screen.getByText('It may have been removed, or the address is not complete.')).toBeVisible()
  expect(screen.queryByText(/Write the first one/)).toBeNull()
  expect(screen.getByRole('button', { name: 'New Report' })).toBeDisabled()
})
