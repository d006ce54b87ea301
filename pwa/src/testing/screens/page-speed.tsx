// A client's PageSpeed screens for tests: a replica, a scanned website, and the rendered screen.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach } from 'vitest'

import type { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { clientRow, scoreRow } from '../rows/rows'
import { fakeSync, LIVE_CLIENT } from '../sync/fake-sync'
import { freshReplica, readyStream } from '../sync/replicas'

export const SITE = 'https://bakery.example/'

/** The replica of the running test. */
export let replica: Replica

/** Gives every test of the file a new replica whose rows are loaded. */
export function withPageSpeed(): void {
  beforeEach(async () => {
    replica = freshReplica()
    await replica.streams.put(readyStream('c:c1'))
  })
}

export function open(what: ReactNode, status = LIVE_CLIENT) {
  const sync = fakeSync(status)
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u1', replica, sync }}>
        <Suspense>{what}</Suspense>
      </LiveContext>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

export const panel = (name: string) => screen.findByRole('region', { name })

export async function scanned() {
  await replica.clients.put(clientRow({ website_url: SITE }))
  await replica.performance_scores.bulkPut([
    scoreRow({ id: 's1', performance_score: 74, created_at: '2026-11-13T14:05:00.000000Z' }),
    scoreRow({
      id: 's2',
      performance_score: 83,
      verdict: 'moved',
      reasons: ['No longer on the page: hero.png, 2.1 MB.'],
      previous_score: 74,
      previous_at: '2026-11-13T14:05:00.000000Z',
      last_week_score: 74,
      last_week_at: '2026-11-13T14:05:00.000000Z',
      created_at: '2026-11-20T14:05:00.000000Z',
    }),
  ])
}
