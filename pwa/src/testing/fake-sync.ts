// A SyncHandle for screen tests: the status is set by hand, calls are recorded, nothing is sent.
import { vi } from 'vitest'

import { makeStore } from '../lib/store'
import type { Heard, Saying, SyncStatus } from '../sync'

export const LIVE_CLIENT: SyncStatus = {
  link: { is: 'live' },
  as_of: '2026-11-21T13:02:10.000000Z',
  waiting: 0,
  refused: 0,
  role: 'client',
  client_id: 'c1',
  name: 'Ana Lopes',
}

export const LIVE_ADMIN: SyncStatus = { ...LIVE_CLIENT, role: 'admin', client_id: null, name: 'Rui' }

/** What passes by, by hand: `tell` is the server. */
export function fakePassing() {
  const listeners = new Set<(items: Heard[]) => void>()
  return {
    say: vi.fn<(saying: Saying) => void>(),
    listen(hear: (items: Heard[]) => void) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    tell(...items: Heard[]) {
      for (const hear of [...listeners]) hear(items)
    },
  }
}

export function fakeSync(first: SyncStatus) {
  const done = () => Promise.resolve()
  return {
    status: makeStore<SyncStatus>(first),
    passing: fakePassing(),
    enqueue: vi.fn(done),
    retry: vi.fn(done),
    edit: vi.fn(done),
    discard: vi.fn(done),
    holdThread: vi.fn(done),
    loadOlder: vi.fn(() => Promise.resolve('start' as const)),
    flushNow: vi.fn(done),
    stop: vi.fn(done),
  }
}
