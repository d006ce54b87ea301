// Tests of pull-to-refresh: it connects and sends, and shows the data's age or that the device is offline.
import { act, fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { SyncStatus } from '../../sync'
import { LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { opened } from '../../testing/screens/signed-in'
import { freshReplica } from '../../testing/sync/replicas'
import { PullMark } from './pull-mark'
import { usePull } from './use-pull'

const OFFLINE: SyncStatus['link'] = { is: 'offline', since: '2026-11-21T13:02:10Z' }
let finish: () => void = () => undefined
const refresh = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-21T18:00:00Z')
  refresh.mockClear()
})
afterEach(() => vi.useRealTimers())

const finished = () =>
  act(() => {
    finish()
    return Promise.resolve()
  })

function Page() {
  const frame = useRef<HTMLDivElement>(null)
  return (
    <main>
      <div ref={frame}>
        <PullMark pull={usePull(frame, refresh)} />
      </div>
    </main>
  )
}

function openPage(link: SyncStatus['link']) {
  const { sync } = opened(<Page />, '/dashboard', freshReplica(), { ...LIVE_CLIENT, link })
  const page = screen.getByRole('main')
  return {
    sync,
    pull: (by: number) => {
      fireEvent.touchStart(page, { touches: [{ clientY: 100 }] })
      fireEvent.touchMove(page, { touches: [{ clientY: 100 + by }] })
    },
    release: () => fireEvent.touchEnd(page),
    text: () => page.textContent,
  }
}

test('spins until everything is sent, shows that all is up to date, and disappears', async () => {
  const page = openPage({ is: 'live' })
  page.pull(60)
  page.release()
  expect(refresh).not.toHaveBeenCalled()
  page.pull(200)
  page.release()
  expect(page.text()).toBe('Refreshing')
  await finished()
  expect(page.text()).toBe('Up to date')
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  expect(page.text()).toBe('')
})

test('shows the time of the last update while offline, and changes with the connection', async () => {
  const page = openPage(OFFLINE)
  page.pull(40)
  expect(page.text()).toMatch(/^Offline\. Last updated 0?\d+:02/)
  page.pull(200)
  page.release()
  expect(refresh).toHaveBeenCalledOnce()
  await finished()
  expect(page.text()).toMatch(/^Offline\. Last updated/)
  act(() => page.sync.status.set({ ...LIVE_CLIENT, link: { is: 'catching-up' } as never }))
  expect(page.text()).toBe('Refreshing')
  act(() => page.sync.status.set(LIVE_CLIENT))
  expect(page.text()).toBe('Up to date')
})
