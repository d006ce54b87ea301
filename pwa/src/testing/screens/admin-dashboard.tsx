// The admin dashboard with two clients and an admin, for tests: stored rows, links, and fake responses.
import { screen, waitFor, within } from '@testing-library/react'
import type { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { clientRow } from '../rows/rows'
import { withSizes } from '../setup/element-sizes'
import { LIVE_ADMIN } from '../sync/fake-sync'
import { freshReplica, readyStream } from '../sync/replicas'
import { opened } from './signed-in'

/** The replica of the running test. */
export let replica: Replica

/** Gives every test of the file a new replica, and clears the calls of its mocks. */
export function withDashboard(): void {
  withSizes(700, 136)
  beforeEach(async () => {
    vi.clearAllMocks()
    replica = freshReplica()
    await replica.streams.put(readyStream('w'))
    await replica.clients.bulkPut([
      clientRow({
        id: 'c1',
        company_name: 'Ash',
        subscription_status: 'active',
        status_source: 'billing',
        created_at: '2026-11-02',
      }),
      clientRow({
        id: 'c2',
        company_name: 'Birch',
        subscription_status: 'inactive',
        user_id: null,
        created_at: '2026-11-01',
      }),
    ])
    await replica.admins.put({
      id: 'a1',
      v: 1,
      _s: ['w'],
      user_id: 'u9',
      role: 'admin',
      name: 'Ana',
      email: 'ana@x.example',
      created_at: '2026-11-01T09:00:00Z',
    })
  })
}

export const LINKS = {
  threadOf: (id: string) => `/m?client=${id}`,
  reportsOf: (id: string) => `/r?client=${id}`,
  viewOf: (id: string) => `/v/${id}`,
  clientOf: (id: string) => `/d?client=${id}`,
  reportOf: (id: string) => `/r?client=${id}`,
  client: null,
  tabHref: (tab: string) => `/d?view=${tab}`,
  securityHref: '/s',
}

/** Renders the dashboard. If its tab has counters, waits until they have counted the clients. */
export async function openDashboard(what: ReactNode) {
  const { user } = opened(what, '/', replica, LIVE_ADMIN)
  if (screen.queryByLabelText('Counters') !== null)
    await waitFor(() => expect(counter('Total Clients')).toBe('2'))
  return user
}

export const done = (value: unknown = {}) => Promise.resolve({ value } as never)
export const rejected = (message: string, field: string | null = null) =>
  Promise.resolve({ rejected: { message, field } } as never)

export const counter = (name: string) =>
  within(screen.getByLabelText('Counters')).getByText(name).closest('div')?.querySelector('dd')?.textContent

export const rowOf = (name: string) => {
  const row = screen
    .getAllByRole('listitem')
    .find((item) => item.querySelector('[data-row]')?.textContent === name)
  if (row === undefined) throw new Error(`no row of ${name}`)
  return within(row)
}

export const type = async (user: ReturnType<typeof userEvent.setup>, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await user.type(screen.getByLabelText(label), value)
}
