// A client's dashboard for tests: a client with rows of every source, and the rendered route.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, vi } from 'vitest'

import type { ChatMessageRow } from '../../db/rows/bots'
import type { Replica } from '../../db/schema'
import { weekStart } from '../../lib/time/week'
import { LiveContext } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { ToastProvider } from '../../ui/feedback/toast'
import { payingRow, scoreRow } from '../rows/rows'
import { fakeSync, LIVE_CLIENT } from '../sync/fake-sync'
import { readyStream } from '../sync/replicas'
import { client, noConnections, snapshotRow, withEndpoints } from './analytics'

export const OFFLINE: SyncStatus = {
  ...LIVE_CLIENT,
  link: { is: 'offline', since: '2026-11-21T13:02:10Z' },
  stalled: true,
}
export const SITE = { website_url: 'https://bakery.example/', subscription_status: 'active' } as const

export const fetchConnections = vi.fn(noConnections)

/** Before every test of the file, resets the server: it has no connections, and a calendar in UTC. */
export function withClientHome(): void {
  beforeEach(() => void fetchConnections.mockClear())
  withEndpoints(() => ({
    'GET connections': fetchConnections,
    'GET report_calendar': () => ({ data: { zone: 'UTC' } }),
  }))
}

/** The replica of a client who pays, has a scanned website, and has connected Google Analytics. */
export async function clientWithAllSources(): Promise<Replica> {
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

export function openHome(route: ReactNode, replica: Replica, at = '/dashboard', status = LIVE_CLIENT) {
  const sync = fakeSync(status)
  render(
    <ToastProvider>
      <MemoryRouter initialEntries={[at]}>
        <LiveContext value={{ userId: 'u1', replica, sync }}>{route}</LiveContext>
        <ShownPath />
      </MemoryRouter>
    </ToastProvider>,
  )
  return userEvent.setup()
}

function ShownPath() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

export const shownPath = () => screen.getByTestId('where').textContent
export const card = (name: string) => screen.findByRole('region', { name })
