// Tests of a client's dashboard: figures with their ages, alerts, tabs, and questions about a figure.
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Replica } from '../../../db/schema'
import { client, fakeApi, server } from '../../../testing/screens/analytics'
import {
  card,
  fetchConnections,
  OFFLINE,
  openHome,
  clientWithAllSources,
  SITE,
  shownPath,
  withClientHome,
} from '../../../testing/screens/client-home'
import { LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { readyStream } from '../../../testing/sync/replicas'
import { scoreRow } from '../../../testing/rows/rows'
import ClientHomeRoute from './client-home'

vi.mock('../../../api/client', async (original) =>
  (await import('../../../testing/screens/analytics')).fakeClient(original),
)
withClientHome()

const open = (replica: Replica, at?: string, status?: typeof LIVE_CLIENT) =>
  openHome(<ClientHomeRoute />, replica, at, status)

test('starts the week on Monday in the provider’s time zone, even if it is Sunday for the user', async () => {
  server.api = fakeApi({
    'GET connections': fetchConnections,
    'GET report_calendar': () => ({ data: { zone: 'Pacific/Auckland' } }),
  })
  const replica = await clientWithAllSources()
  await replica.meta.put({ k: 'zone', value: 'Pacific/Auckland' })
  open(replica, '/dashboard')
  await waitFor(async () => expect(await card('Chat messages this week')).toHaveTextContent(/3since Mon/))
})

test.each([
  ['connected', LIVE_CLIENT],
  ['offline', OFFLINE],
])('shows four figures and the age of the data once (%s)', async (_how, status) => {
  open(await clientWithAllSources(), '/dashboard', status)
  for (const [name, figure] of [
    ['Performance score', /91.*Good.*improved\+6 points since the last scan/],
    ['Users this month', /1,204.*910 new users/],
    ['Chat messages this week', /2since Mon/],
    ['Subscription', /Active.*Starter Plan/],
  ] as const)
    await waitFor(async () => expect(await card(name)).toHaveTextContent(figure))
  for (const heading of ['Latest weekly report', 'Analytics highlights'])
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
  const updated =
    status === OFFLINE ? /^Last updated .*, scan of Fri, Nov 20$/ : /^Updated .*, scan of Fri, Nov 20$/
  expect(screen.getByRole('button', { name: updated })).toBeVisible()
  expect(document.body).not.toHaveTextContent(/As of|GA last answered/)
  expect(fetchConnections).toHaveBeenCalledTimes(status === OFFLINE ? 0 : 1)
})

test('shows the age of the data once on the Analytics tab too', async () => {
  open(await clientWithAllSources(), '/dashboard?view=analytics')
  await screen.findByRole('region', { name: 'Google Analytics' })
  expect(screen.getAllByText(/Updated|As of|Waiting for/).map((line) => line.tagName)).toEqual(['BUTTON'])
})

test('shows alerts above the tabs, and a dismissed one again at its next event', async () => {
  const replica = await client(false)
  await replica.streams.put(readyStream('u:u1'))
  await replica.clients.update('c1', { website_url: SITE.website_url })
  await replica.performance_scores.put(scoreRow({ performance_score: 49 }))
  const user = open(replica)
  const titles = [
    'Subscription Issue',
    'Website Performance Needs Attention',
    'Google Analytics Not Connected',
  ]
  for (const title of titles) {
    const alert = await screen.findByText(title)
    const views = screen.getByRole('navigation', { name: 'Dashboard Views' })
    expect(alert.compareDocumentPosition(views) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await user.click(screen.getByRole('button', { name: `Dismiss: ${title}` }))
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
  }
  await act(() =>
    replica.performance_scores.put(
      scoreRow({ id: 's2', performance_score: 48, created_at: '2026-11-27T14:05:00.000000Z' }),
    ),
  )
  expect(await screen.findByText('Website Performance Needs Attention')).toBeVisible()
  await act(() =>
    replica.performance_scores.put(
      scoreRow({ id: 's3', performance_score: 50, created_at: '2026-12-04T14:05:00.000000Z' }),
    ),
  )
  await waitFor(() => expect(screen.queryByText('Website Performance Needs Attention')).toBeNull())
  for (const title of titles) expect(screen.queryByText(title)).toBeNull()
})

test('adds a figure that the user asks about to the thread’s draft and keeps its text', async () => {
  const replica = await clientWithAllSources()
  await replica.drafts.put({ id: 'c1', text: 'Half a thought' })
  const user = open(replica, '/dashboard', OFFLINE)
  await user.click(await screen.findByRole('button', { name: 'Ask about Users this month' }))
  const details = await screen.findByRole('dialog', { name: 'Users this month' })
  expect(details).toHaveTextContent(
    /1,204Google Analytics, last 30 complete daysUpdated Sat, Nov 21, 9:10 AM/,
  )
  expect(within(details).getByRole('link', { name: 'See Analytics' })).toHaveAttribute(
    'href',
    '/dashboard?view=analytics',
  )
  await user.click(within(details).getByRole('button', { name: 'Ask about this' }))
  await waitFor(() => expect(shownPath()).toBe('/dashboard/messaging'))
  expect(await replica.drafts.toArray()).toEqual([
    {
      id: 'c1',
      text: 'Half a thought',
      card: {
        label: 'Users this month',
        value: '1,204',
        period: 'last 30 complete days',
        as_of: '2026-11-21T09:10:00.000000Z',
        source: 'Google Analytics',
      },
    },
  ])
})

test('shows the tabs as links, with arrow keys to move between them', async () => {
  const user = open(await clientWithAllSources())
  const tabs = within(await screen.findByRole('navigation', { name: 'Dashboard Views' })).getAllByRole('link')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['Overview', '/dashboard'],
    ['Analytics', '/dashboard?view=analytics'],
    ['PageSpeed', '/dashboard?view=pagespeed'],
  ])
  act(() => tabs[0]?.focus())
  await user.keyboard('{ArrowRight}')
  expect(tabs[1]).toHaveFocus()
  expect(await card('Google Analytics')).toBeVisible()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(await card('Performance score')).toBeVisible()
  expect(tabs[2]).toHaveAttribute('aria-current', 'page')
  await user.keyboard('{Home}')
  expect(shownPath()).toBe('/dashboard')
})

test('asks a new client for their website once, and lists three steps instead of missing figures', async () => {
  const user = open(await client(false))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Later' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const name of ['Performance score', 'Users this month'])
    expect(await card(name)).toHaveTextContent('—')
  const steps = within(await card('Set up your dashboard')).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual([
    '1Website scannedComplete onboarding to see how fast your website is.Complete onboarding',
    '2Google AnalyticsSee who visits your website, and how they find it.Connect Google Analytics (opens a new window)',
    '3App on your phoneOpen this page on your phone and add it to the home screen.',
  ])
  expect(screen.queryByRole('region', { name: 'Website performance' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Analytics' }))
  expect(await screen.findByRole('heading', { name: 'No Analytics Connected' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})
