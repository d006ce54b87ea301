// Tests of the Analytics tab: figures with their age, no data versus zero, charts by keyboard and as a table.
import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import {
  AGE,
  client,
  connectionRow,
  figure,
  show,
  withEndpoints,
  withFigures,
  noConnections,
} from '../../../testing/screens/analytics'
import { readyStream } from '../../../testing/sync/replicas'
import { clientRow } from '../../../testing/rows/rows'
import { QuestionContext } from '../../../ui/chart/figure'
import { AnalyticsTab } from '..'

vi.mock('../../../api/client', async (original) =>
  (await import('../../../testing/screens/analytics')).fakeClient(original),
)

withEndpoints(() => ({ 'GET connections': noConnections }))

const tab = <AnalyticsTab connectPath="/connect-ga" connectionsPath="/dashboard/connections" />

test('shows each figure of Google Analytics with the time of Google’s last answer', async () => {
  show(await withFigures(), tab)
  await screen.findByRole('region', { name: 'Google Analytics' })
  for (const [name, value] of [
    ['Users', '1,204'],
    ['Sessions', '1,650'],
    ['Engaged Sessions', '1,041'],
    ['Bounce Rate', '36.9%'],
  ] as const) {
    expect(figure(name)).toHaveTextContent(value)
    expect(figure(name)).toHaveTextContent(AGE)
  }
  for (const name of ['Google Search Console', 'Facebook Ads', 'Website']) {
    const other = screen.getByRole('region', { name })
    expect(other).toHaveTextContent('Not Connected')
    expect(within(other).queryByText(AGE)).toBeNull()
  }
  expect(screen.getByRole('heading', { name: 'Connect More Data Sources' })).toBeVisible()
})

test('shows Search Console as not connected and without metrics, even with stored credentials', async () => {
  const replica = await withFigures()
  await replica.connections.put(
    connectionRow({ id: 'k2', source_type: 'google_search_console', connected_property: null }),
  )
  show(replica, tab)
  const region = await screen.findByRole('region', { name: 'Google Search Console' })
  expect(within(region).getByText('Not Connected')).toBeVisible()
  expect(region).toHaveTextContent('No metrics.')
})

test('shows missing data as a dash and zero as a zero', async () => {
  show(
    await withFigures({
      total_users: null,
      sessions: 0,
      bounce_rate: 0,
      session_trend: null,
      traffic_sources: null,
    }),
    tab,
  )
  await screen.findByRole('region', { name: 'Google Analytics' })
  expect(figure('Users')).toHaveTextContent('—')
  expect(figure('Sessions')).toHaveTextContent(/^Sessions0/)
  expect(figure('Bounce Rate')).toHaveTextContent('0.0%')
  expect(screen.getAllByText('Google has no data for the last 30 days.')).toHaveLength(2)
})

test('shows that the first figures are on their way before the first sync', async () => {
  show(await client(true), tab)
  expect(await screen.findAllByText('The first figures are on their way.')).toHaveLength(2)
  expect(figure('Users')).toHaveTextContent('GA has not answered yet')
})

test('moves through the days by keyboard, and shows them as a table', async () => {
  const user = show(await withFigures(), tab)
  const chart = await screen.findByRole('slider', { name: 'Sessions of each day' })
  expect(chart).toHaveAttribute('aria-valuetext', 'Fri, Nov 20: 71')
  chart.focus()
  await user.keyboard('{ArrowLeft}')
  expect(chart).toHaveAttribute('aria-valuetext', 'Thu, Nov 19: 0')
  await user.keyboard('{Home}{ArrowLeft}')
  expect(chart).toHaveAttribute('aria-valuetext', 'Wed, Nov 18: 50')
  await user.keyboard('{End}')
  expect(chart).toHaveAttribute('aria-valuetext', 'Fri, Nov 20: 71')
  const table = screen.getByRole('table', { name: 'Sessions of each day' })
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['DaySessions', 'Wed, Nov 1850', 'Thu, Nov 190', 'Fri, Nov 2071'])
  const [first] = screen.getAllByRole('button', { name: 'Show as table' })
  if (first === undefined) throw new Error('no way to the table')
  await user.click(first)
  expect(first).toHaveTextContent('Show as chart')
  expect(first).toHaveAttribute('aria-expanded', 'true')
})

test('lists the traffic sources with their sessions and shares', async () => {
  show(await withFigures(), tab)
  const list = await screen.findByRole('list', { name: 'The ten sources with the most sessions' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['google / organic680 (41%)', '(direct) / (none)393 (24%)'])
})

test('opens a question about a source, and shortens a long name', async () => {
  const openQuestion = vi.fn()
  const long = `${'x'.repeat(100)} / referral`
  const user = show(
    await withFigures({
      traffic_sources: [
        ['google / organic', 680],
        [long, 12],
      ],
    }),
    <QuestionContext value={openQuestion}>{tab}</QuestionContext>,
  )
  await user.click(await screen.findByRole('button', { name: 'Ask about Sessions: google / organic' }))
  await user.click(screen.getByRole('button', { name: `Ask about Sessions: ${long}` }))
  const about = {
    period: 'last 30 complete days',
    as_of: '2026-11-21T09:10:00.000000Z',
    source: 'Google Analytics',
  }
  expect(openQuestion.mock.calls).toEqual([
    [{ ...about, label: 'Sessions: google / organic', value: '680 (41%)' }],
    [{ ...about, label: `Sessions: ${'x'.repeat(69)}…`, value: '12 (1%)' }],
  ])
})

test('shows the specification’s error with Retry if nothing is stored and the server is unreachable', async () => {
  const replica = await client(false)
  await replica.clients.clear()
  await replica.streams.clear()
  const user = show(replica, tab, { link: { is: 'offline', since: '2026-11-21T09:00:00Z' }, stalled: true })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to load Google Analytics data. Please try again.',
  )
  await act(async () => {
    await replica.clients.put(
      clientRow({ ga4_property_id: '300000001', ga4_property_name: 'Northwind – Website' }),
    )
    await replica.streams.put(readyStream('c:c1'))
  })
  await user.click(screen.queryByRole('button', { name: 'Retry' }) ?? document.body)
  expect(await screen.findByRole('region', { name: 'Google Analytics' })).toBeVisible()
})

test('shows the error of a failed sync with the stored figures and a link to reconnect', async () => {
  const replica = await withFigures()
  await replica.connections.put(
    connectionRow({
      status: 'error',
      error: 'Your Google access token has expired. Please reconnect your Google account.',
    }),
  )
  show(replica, tab)
  expect(await screen.findByRole('alert')).toHaveTextContent(/has expired/)
  const link = screen.getByRole('link', { name: /Reconnect/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/connect-ga?start=1', '_blank'])
  expect(figure('Users')).toHaveTextContent('1,204')
})

test('shows an empty state with a link that connects in a new window if nothing is connected', async () => {
  show(await client(false), tab)
  expect(await screen.findByRole('heading', { name: 'No Analytics Connected' })).toBeVisible()
  const link = screen.getByRole('link', { name: /Connect Google Analytics/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/connect-ga', '_blank'])
})

test('shows the stored figures offline', async () => {
  show(await withFigures(), tab, { link: { is: 'offline', since: '2026-11-21T09:00:00Z' } })
  await screen.findByRole('region', { name: 'Google Analytics' })
  expect(figure('Users')).toHaveTextContent('1,204')
})

test('sorts the table of sources by either column, and sets aria-sort', async () => {
  const user = show(await withFigures(), tab)
  const table = await screen.findByRole('table', { name: 'The ten sources with the most sessions' })
  await user.click(screen.getAllByRole('button', { name: 'Show as table' })[1] ?? table)
  const names = () =>
    within(table)
      .getAllByRole('rowheader')
      .map((head) => head.textContent)
  const way = (name: string) => within(table).getByRole('columnheader', { name }).getAttribute('aria-sort')
  expect([names(), way('Sessions')]).toEqual([['google / organic', '(direct) / (none)'], 'none'])
  await user.click(within(table).getByRole('button', { name: 'Source / medium' }))
  expect([names(), way('Source / medium')]).toEqual([['(direct) / (none)', 'google / organic'], 'ascending'])
  await user.click(within(table).getByRole('button', { name: 'Sessions' }))
  expect([names(), way('Sessions'), way('Source / medium')]).toEqual([
    ['google / organic', '(direct) / (none)'],
    'descending',
    'none',
  ])
  await user.click(within(table).getByRole('button', { name: 'Sessions' }))
  expect([names(), way('Sessions')]).toEqual([['(direct) / (none)', 'google / organic'], 'ascending'])
})
