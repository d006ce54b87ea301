// Tests of the overview: its order, its first sentence, the steps of a new client, and the contact for questions.
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Replica } from '../../../db/schema'
import { clientVideoRow, reportRow } from '../../../testing/rows/reports'
import { scoreRow } from '../../../testing/rows/rows'
import { client, snapshotRow } from '../../../testing/screens/analytics'
import {
  card,
  openHome,
  clientWithAllSources,
  SITE,
  shownPath,
  withClientHome,
} from '../../../testing/screens/client-home'
import { LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import ClientHomeRoute from './client-home'

vi.mock('../../../api/client', async (original) =>
  (await import('../../../testing/screens/analytics')).fakeClient(original),
)
withClientHome()

const open = (replica: Replica) => openHome(<ClientHomeRoute />, replica)

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const thisWeek = () => reportRow({ published_at: minutesAgo(60) })
const score = scoreRow({ performance_score: 91, previous_score: 85, last_week_score: 85 })

test('shows the heading, the tabs, the week, the report, the figures and the messages in this order', async () => {
  const replica = await clientWithAllSources()
  await replica.reports.put(thisWeek())
  await replica.client_videos.put(clientVideoRow())
  open(replica)
  const watch = await screen.findByRole('button', { name: 'Watch' })
  const places = [
    screen.getByRole('heading', { name: 'My Dashboard' }),
    screen.getByRole('button', { name: /^Updated/ }),
    screen.getByRole('navigation', { name: 'Dashboard Views' }),
    await screen.findByText(/is ready/),
    screen.getByRole('heading', { name: 'Latest weekly report' }),
    watch,
    await card('Performance score'),
    await card('Subscription'),
    await card('Messages from your team'),
    await card('Website performance'),
    await screen.findByRole('heading', { name: 'Analytics highlights' }),
    screen.getByRole('heading', { name: 'Recent chatbot activity' }),
    await screen.findByRole('heading', { name: 'Quick actions' }),
  ]
  for (const [index, place] of places.slice(1).entries())
    expect(places[index]?.compareDocumentPosition(place)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test.each([
  [
    'all is known',
    score,
    snapshotRow({ total_users: 1500 }),
    true,
    'Your website got faster, more people visited it, and Ana’s report is ready.',
  ],
  [
    'the score is down',
    scoreRow({ performance_score: 49, previous_score: 61, last_week_score: 61 }),
    undefined,
    true,
    'Your website got slower, and Ana’s report is ready.',
  ],
  [
    'nothing has changed',
    scoreRow({ performance_score: 80, previous_score: 80, last_week_score: 80 }),
    undefined,
    true,
    'Your website is as fast as last week, and Ana’s report is ready.',
  ],
  [
    'it is the first week',
    scoreRow(),
    undefined,
    true,
    'Your website had its first scan, and Ana’s report is ready.',
  ],
  [
    'nobody has visited it',
    score,
    snapshotRow({ total_users: 0 }),
    false,
    /^Your website got faster, nobody visited it, and your next report comes on Friday, /,
  ],
  [
    'there is no report',
    score,
    undefined,
    false,
    /^Your website got faster, and your next report comes on Friday, /,
  ],
] as const)('sums up the week if %s', async (_what, latest, snapshot, hasReport, text) => {
  const replica = await client(snapshot !== undefined)
  await replica.clients.update('c1', SITE)
  await replica.performance_scores.put(latest)
  if (snapshot !== undefined) await replica.ga_snapshots.put(snapshot)
  if (hasReport) await replica.reports.put(thisWeek())
  open(replica)
  expect(await screen.findByText(/^Your website (?!scored)/)).toHaveTextContent(text)
})

test('shows that nothing is left to do, until something is', async () => {
  const replica = await clientWithAllSources()
  await replica.reports.put(thisWeek())
  open(replica)
  const text = 'Nothing for you to do right now.'
  expect(await screen.findByText(text)).toBeVisible()
  await act(() => replica.clients.update('c1', { subscription_status: 'inactive' }))
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  await act(() => replica.clients.update('c1', { subscription_status: 'active' }))
  expect(await screen.findByText(text)).toBeVisible()
  await act(() => replica.performance_scores.put(scoreRow({ performance_score: 49 })))
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
})

test('does not show that nothing is left to do while a message is rejected', async () => {
  const replica = await clientWithAllSources()
  await replica.reports.put(thisWeek())
  openHome(<ClientHomeRoute />, replica, undefined, { ...LIVE_CLIENT, refused: 1 })
  expect(await screen.findByText(/is ready/)).toBeVisible()
  await card('Performance score')
  expect(screen.queryByText('Nothing for you to do right now.')).toBeNull()
})

test('ticks the steps of a new client, and removes them once both sources exist', async () => {
  const replica = await client(false)
  await replica.clients.update('c1', SITE)
  open(replica)
  const steps = await card('Set up your dashboard')
  expect(steps).toHaveTextContent(/0 of 3 done.*Your first report comes next Monday\./)
  await act(() => replica.performance_scores.put(score))
  await waitFor(() => expect(steps).toHaveTextContent(/1 of 3 done.*Website scanned, done/))
  await act(() => replica.clients.update('c1', { ga4_property_id: '300000001' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Set up your dashboard' })).toBeNull())
})

test('hides the steps of a new client for good', async () => {
  const user = open(await client(false))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Later' }))
  await user.click(await screen.findByRole('button', { name: 'Hide these steps' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Set up your dashboard' })).toBeNull())
  expect(await card('Website performance')).toHaveTextContent(
    'Complete onboarding to see how fast your website is.',
  )
})

test('names the author of the newest report where the user can ask about a figure', async () => {
  const replica = await clientWithAllSources()
  await replica.reports.put(thisWeek())
  const user = open(replica)
  await user.click(await screen.findByRole('button', { name: 'Ask Ana about Performance score' }))
  const details = await screen.findByRole('dialog', { name: 'Performance score' })
  expect(details).toHaveTextContent(/As of Fri, Nov 20, 2026/)
  await user.click(within(details).getByRole('button', { name: 'Ask Ana about this' }))
  await waitFor(() => expect(shownPath()).toBe('/dashboard/messaging'))
  expect((await replica.drafts.get('c1'))?.card).toMatchObject({ label: 'Performance score', value: '91' })
})
