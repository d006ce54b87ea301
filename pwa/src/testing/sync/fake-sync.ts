// A fake SyncHandle for screen tests: the test sets the status, calls are recorded, and nothing is sent.
import { vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { makeStore } from '../../lib/store'
import type { Heard, NewEntry, Saying, SyncStatus } from '../../sync'
import { enqueue } from '../../sync/outbox/enqueue'

export const LIVE_CLIENT: SyncStatus = {
  link: { is: 'live' },
  as_of: '2026-11-21T13:02:10.000000Z',
  waiting: 0,
  refused: 0,
  role: 'client',
  client_id: 'c1',
  name: 'Ana Lopes',
  stalled: false,
}

export const LIVE_ADMIN: SyncStatus = { ...LIVE_CLIENT, role: 'admin', client_id: null, name: 'Rui' }

/** A fake channel of ephemeral messages; `tell` delivers messages as the server would. */
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
    takeBack: vi.fn(done),
    holdThread: vi.fn(done),
    loadOlder: vi.fn(() => Promise.resolve('start' as const)),
    flushNow: vi.fn(done),
    tryAgain: vi.fn(),
    stop: vi.fn(done),
  }
}

/** Like `fakeSync`, but `enqueue` stores entries in the replica's outbox. */
export function storingSync(first: SyncStatus, replica: Replica) {
  return { ...fakeSync(first), enqueue: vi.fn((entry: NewEntry) => enqueue(replica, entry)) }
}
