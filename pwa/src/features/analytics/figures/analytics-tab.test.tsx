// Tests of the Analytics tab: figures with their changes, no data versus zero, charts by keyboard and as a table.
import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import {
  client,
  connectionRow,
  figure,
  show,
  withEndpoints,
  withFigures,
  noConnections,
  snapshotRow,
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

test('shows each figure with its change, and leaves the time of the figures to the heading', async () => {
  show(await withFigures(), tab)
  await screen.findByRole('region', { name: 'Google Analytics' })
  const against = 'compared with the 30 days before'
  for (const [name, value, change] of [
    ['Users', '1,204', `no change ${against}`],
    ['Sessions', '1,650', `up 10% ${against}`],
    ['Engaged Sessions', '1,041', `new ${against}`],
    ['Bounce Rate', '36.9%', `up 1.1 points ${against}`],
    ['New users', '910', `down 9% ${against}`],
  ] as const) {
    expect(figure(name)).toHaveTextContent(value)
    expect(within(figure(name)).getByText(change)).toBeInTheDocument()
  }
  const order = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  expect(order.join()).toBe('Google Analytics,Quick summary,Top sources,Connect More Data Sources')
  expect(screen.getAllByText('Sessions per day')[0]).toBeVisible()
  expect(figure('Conversions')).toHaveTextContent(/^Conversions37Orders and calls$/)
  expect(document.body).not.toHaveTextContent(/Updated|As of|Waiting/)
  expect(screen.getByText(/, vs the 30 days before$/)).toBeVisible()
})

test('compares nothing if there is no previous period, or an older server sent the row', async () => {
  const { previous_totals, previous_trend, previous_sources, ...older } = snapshotRow()
  expect([previous_totals, previous_trend, previous_sources]).not.toContain(undefined)
  const replica = await client(true)
  await replica.ga_snapshots.put(older)
  show(replica, tab)
  await screen.findByRole('region', { name: 'Google Analytics' })
  expect(screen.getByText('1,204 people visited your website in the last 30 days.')).toBeVisible()
  expect(document.body).not.toHaveTextContent(/compared|before|\+\d|−\d/i)
})

test('shows the other sources as not connected, even with stored credentials', async () => {
  const replica = await withFigures()
  await replica.connections.put(
    connectionRow({ id: 'k2', source_type: 'google_search_console', connected_property: null }),
  )
  show(replica, tab)
  await screen.findByRole('heading', { name: 'Connect More Data Sources' })
  for (const name of ['Google Search Console', 'Facebook Ads', 'Website']) {
    const row = screen.getByRole('heading', { name }).closest('li')
    expect(row).toHaveTextContent(/Not Connected$/)
  }
  expect(screen.getByRole('link', { name: 'Go to Connections' })).toHaveAttribute(
    'href',
    '/dashboard/connections',
  )
})

test('summarizes the figures in sentences', async () => {
  show(await withFigures(), tab)
  const card = (await screen.findByRole('heading', { name: 'Quick summary' })).closest('section')
  expect(
    within(card ?? document.body)
      .getAllByRole('listitem')
      .map((sentence) => sentence.textContent),
  ).toEqual([
    '1,204 people visited your website, about as many as before.',
    'The largest source of visits was Google search (41%).',
    'The biggest change: 393 more visits from people who came directly.',
    'The busiest day was Fri, Nov 20 with 71 visits.',
  ])
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
  expect(screen.getAllByText('Google Analytics has no data for the last 30 days.')).toHaveLength(2)
})

test('shows that the first figures are on their way before the first sync', async () => {
  show(await client(true), tab)
  expect(await screen.findAllByText('Your first figures are on their way.')).toHaveLength(2)
  expect(screen.getByText('Waiting for Google Analytics')).toBeVisible()
})

test('moves through the days by keyboard, and shows them as a table', async () => {
  const user = show(await withFigures(), tab)
  const chart = await screen.findByRole('slider', { name: 'Sessions per day' })
  expect(chart).toHaveAttribute('aria-valuetext', 'Fri, Nov 20: 71, compared with 0 on Fri, Oct 23')
  chart.focus()
  await user.keyboard('{ArrowLeft}')
  expect(chart).toHaveAttribute('aria-valuetext', 'Thu, Nov 19: 0, compared with 61 on Thu, Oct 22')
  await user.keyboard('{Home}{ArrowLeft}')
  expect(chart).toHaveAttribute('aria-valuetext', 'Wed, Nov 18: 50, compared with 40 on Wed, Oct 21')
  await user.keyboard('{End}')
  expect(chart).toHaveAttribute('aria-valuetext', 'Fri, Nov 20: 71, compared with 0 on Fri, Oct 23')
  const table = screen.getByRole('table', { name: 'Sessions per day' })
  expect([...table.querySelectorAll('tr')].map((row) => row.textContent)).toEqual([
    'DaySessions4 weeks earlier',
    'Wed, Nov 185040',
    'Thu, Nov 19061',
    'Fri, Nov 20710',
  ])
  const first = screen.getAllByRole('button', { name: /^Table of/ })[0] as HTMLElement
  await user.click(first)
  expect(first).toHaveTextContent('Hide table')
  expect(first).toHaveAttribute('aria-expanded', 'true')
})

test('opens a question about the chosen day only', async () => {
  const openQuestion = vi.fn()
  const user = show(
    await withFigures(),
    <QuestionContext value={openQuestion}>
      <AnalyticsTab connectPath="/connect-ga" connectionsPath="/dashboard/connections" />
    </QuestionContext>,
  )
  const chart = await screen.findByRole('slider', { name: 'Sessions per day' })
  const card = within(chart.closest('figure') ?? document.body)
  expect(card.getByRole('button', { name: /^Ask/ }).parentElement).toHaveTextContent(
    'Fri, Nov 20: 71 · Fri, Oct 23: 0',
  )
  chart.focus()
  await user.keyboard('{Home}')
  await user.click(card.getByRole('button', { name: /^Ask/ }))
  await user.click(await screen.findByRole('button', { name: 'Ask about this' }))
  expect(openQuestion.mock.calls).toEqual([
    [
      {
        label: 'Sessions',
        value: '50',
        period: 'Wed, Nov 18',
        as_of: '2026-11-21T09:10:00.000000Z',
        source: 'Google Analytics',
      },
    ],
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
