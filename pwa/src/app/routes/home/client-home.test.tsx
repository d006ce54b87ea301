// A client's dashboard as a whole: figures with their ages, alerts, tabs, questions about a figure, and
// missing data.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import type { ChatMessageRow } from '../../../db/rows/bots'
import type { Replica } from '../../../db/schema'
import { failures } from '../../../lib/failures'
import { weekStart } from '../../../lib/week'
import { LiveContext } from '../../../live/live'
import type { SyncStatus } from '../../../sync'
import { client, fakeApi, snapshotRow } from '../../../testing/screens/analytics'
import { fakeSync, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import { payingRow, scoreRow } from '../../../testing/rows/rows'
import { ToastProvider } from '../../../ui/feedback/toast'
import ClientHomeRoute from './client-home'

const world = vi.hoisted<{ api: unknown }>(() => ({ api: null }))
vi.mock('../../../api/client', async (original) => ({
  ...(await original<object>()),
  get api() {
    return world.api
  },
}))

const OFFLINE: SyncStatus = {
  ...LIVE_CLIENT,
  link: { is: 'offline', since: '2026-11-21T13:02:10Z' },
  stalled: true,
}
const SITE = { website_url: 'https://bakery.example/', subscription_status: 'active' } as const

const fetchConnections = vi.fn(() => ({ data: { is_set_up: true, rows: [] } }))
beforeEach(() => {
  fetchConnections.mockClear()
  world.api = fakeApi({
    'GET connections': fetchConnections,
    'GET report_calendar': () => ({ data: { zone: 'UTC' } }),
  })
})

/** A client who pays, whose website is scanned and whose Google Analytics is connected. */
async function settled(): Promise<Replica> {
  const replica = await client(true)
  await replica.streams.put(readyStream('u:u1'))
  await replica.clients.update('c1', SITE)
  await replica.ga_snapshots.put(snapshotRow())
  await replica.performance_scores.put(scoreRow({ performance_score: 91, previous_score: 85 }))
  await replica.stripe_user_subscriptions.put(payingRow({ subscription_status: 'active' }))
  await replica.meta.put({ k: 'zone', value: 'UTC' })
  const week = weekStart(Date.now(), 'UTC')
  await replica.chat_messages.bulkPut([
    chat('m1', week - 1000),
    chat('m2', week + 1000),
    chat('m3', week + 2000),
  ])
  return replica
}

const chat = (id: string, at: number): ChatMessageRow => ({
  id,
  v: 1,
  _s: ['u:u1'],
  conversation_id: 'b1',
  user_id: 'u1',
  sender_type: 'user',
  content: 'Hello',
  model_used: null,
  fallback_used: false,
  response_time_ms: null,
  left_out: 0,
  is_stopped: false,
  rating: null,
  created_at: new Date(at).toISOString(),
})

function open(replica: Replica, at = '/dashboard', status = LIVE_CLIENT) {
  const sync = fakeSync(status)
  render(
    <ToastProvider>
      <MemoryRouter initialEntries={[at]}>
        <LiveContext value={{ userId: 'u1', replica, sync }}>
          <ClientHomeRoute />
        </LiveContext>
        <Where />
      </MemoryRouter>
    </ToastProvider>,
  )
  return userEvent.setup()
}

function Where() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

const where = () => screen.getByTestId('where').textContent
const card = (name: string) => screen.findByRole('region', { name })

test('the provider’s week starts on Monday, also for a reader whose own calendar has Sunday then', async () => {
  world.api = fakeApi({
    'GET connections': fetchConnections,
    'GET report_calendar': () => ({ data: { zone: 'Pacific/Auckland' } }),
  })
  const replica = await settled()
  await replica.meta.put({ k: 'zone', value: 'Pacific/Auckland' })
  open(replica, '/dashboard')
  await waitFor(async () => expect(await card('Chat messages this week')).toHaveTextContent(/3since Mon/))
})

test.each([
  ['up to date', LIVE_CLIENT],
  ['offline', OFFLINE],
])('the cards have their figures, each with its age (%s)', async (_how, status) => {
  open(await settled(), '/dashboard', status)
  for (const [name, figure, age] of [
    ['Performance score', /91.*Good.*improved\+6 points since the last scan/, /As of Fri, 20 Nov 2026/],
    ['Users this month', /1,204.*910 new users/, /GA last answered/],
    ['Chat messages this week', /2since Mon/, /As of Sat, 21 Nov 2026/],
    ['Subscription', /Active.*Starter Plan/, /As of Sat, 21 Nov 2026/],
  ] as const) {
    await waitFor(async () => expect(await card(name)).toHaveTextContent(figure))
    expect(await card(name)).toHaveTextContent(age)
  }
  for (const heading of ['Latest weekly report', 'Analytics highlights'])
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
  expect(screen.queryAllByText(/^Offline: as known on Sat, 21 Nov 2026/)).toHaveLength(
    status === OFFLINE ? 1 : 0,
  )
  expect(fetchConnections).toHaveBeenCalledTimes(status === OFFLINE ? 0 : 1)
})

test('what asks for attention stands above the tabs, and comes back with its next event', async () => {
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
    const views = screen.getByRole('navigation', { name: 'Dashboard views' })
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

test('a figure that somebody asks about waits in the composer of their thread, beside what was written there', async () => {
  const replica = await settled()
  await replica.drafts.put({ id: 'c1', text: 'Half a thought' })
  const user = open(replica, '/dashboard', OFFLINE)
  await user.click(await screen.findByRole('button', { name: 'Ask about Users this month' }))
  await waitFor(() => expect(where()).toBe('/dashboard/messaging'))
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

test('the tabs are links, and the arrow keys go from one to the next', async () => {
  const user = open(await settled())
  const tabs = within(await screen.findByRole('navigation', { name: 'Dashboard views' })).getAllByRole('link')
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
  expect(await card('Mobile score')).toBeVisible()
  expect(tabs[2]).toHaveAttribute('aria-current', 'page')
  await user.keyboard('{Home}')
  expect(where()).toBe('/dashboard')
})

test('who has just come is asked for their website once, and nothing measured is no zero', async () => {
  const user = open(await client(false))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Later' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const name of ['Performance score', 'Users this month'])
    expect(await card(name)).toHaveTextContent('—')
  await waitFor(async () =>
    expect(await card('Website performance')).toHaveTextContent(
      'Complete onboarding to see how fast your website is.',
    ),
  )
  await user.click(screen.getByRole('link', { name: 'Analytics' }))
  expect(await screen.findByRole('heading', { name: 'No Analytics Connected' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [
    'no client belongs to the account',
    'No client account found. Please contact support.',
    { ...LIVE_CLIENT, client_id: null },
    false,
  ],
  ['the row is not there', 'No client data found. Please contact support.', LIVE_CLIENT, true],
  [
    'nothing is stored and nothing comes',
    'Error loading client data. Please try again later.',
    OFFLINE,
    false,
  ],
])('where %s it says so', async (_what, text, status, isLoaded) => {
  const replica = freshReplica()
  if (isLoaded) await replica.streams.put(readyStream('c:c1'))
  open(replica, '/dashboard', status)
  expect(await screen.findByText(text)).toBeVisible()
})

test('a subscription that cannot be read is noted, and the rest stands', async () => {
  const replica = await settled()
  const broken = () => Promise.reject(new Error('The store says no'))
  vi.spyOn(replica.stripe_user_subscriptions, 'get').mockImplementation(broken as never)
  const before = failures.get().length
  open(replica)
  await waitFor(async () => expect(await card('Performance score')).toHaveTextContent('91'))
  await waitFor(async () => expect(await card('Subscription')).toHaveTextContent('Active'))
  expect(
    failures
      .get()
      .slice(before)
      .map(({ what }) => what),
  ).toContain('store')
})

test('a client that cannot be read is noted, and the error says so with another try', async () => {
  const replica = await settled()
  const get = vi
    .spyOn(replica.clients, 'get')
    .mockImplementation((() => Promise.reject(new Error('The store says no'))) as never)
  const before = failures.get().length
  const user = open(replica)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error loading client data. Please try again later.',
  )
  expect(failures.get().length).toBeGreaterThan(before)
  get.mockRestore()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(async () => expect(await card('Subscription')).toHaveTextContent('Active'))
  expect(screen.queryByText('Error loading client data. Please try again later.')).toBeNull()
})

test('before everything has come nothing is said of it', async () => {
  const replica = await settled()
  await replica.streams.clear()
  await replica.performance_scores.clear()
  await replica.chat_messages.clear()
  await replica.stripe_user_subscriptions.clear()
  open(replica, '/dashboard', { ...LIVE_CLIENT, link: { is: 'catching-up', behind: 0 } })
  for (const name of ['Performance score', 'Users this month', 'Chat messages this week', 'Subscription'])
    await waitFor(async () => expect(await card(name)).toHaveTextContent('—'))
  const pageText = document.body.textContent
  for (const text of [
    'Not measured yet',
    'Connect Google Analytics',
    'Not Connected',
    'No chatbot activity yet',
    'Next report',
    'Complete onboarding',
    'Subscription Issue',
  ])
    expect(pageText).not.toContain(text)
})

test.each(['c:c1', 'u:u1'])(
  'what can be done comes below the rest, and not before the whole of %s is here',
  async (stream) => {
    const replica = await settled()
    await replica.streams.update(stream, { mode: 'loading' })
    open(replica)
    await waitFor(async () => expect(await card('Subscription')).toHaveTextContent('Active'))
    await screen.findByRole('heading', { name: 'Latest weekly report' })
    expect(screen.queryByRole('heading', { name: 'Quick actions' })).toBeNull()
    await act(() => replica.streams.update(stream, { mode: 'ready' }))
    expect(await screen.findByRole('heading', { name: 'Quick actions' })).toBeVisible()
  },
)
