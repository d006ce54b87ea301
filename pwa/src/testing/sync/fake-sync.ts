// A fake SyncHandle for screen tests: the test sets the status, calls are recorded, and nothing is sent.
import { vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { makeStore } from '../../lib/store'
import type { EphemeralItem, NewEntry, OutgoingItem, SyncStatus } from '../../sync'
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

/** A fake channel of ephemeral items. `receive` delivers items as the server does. */
export function fakeEphemeral() {
  const listeners = new Set<(items: EphemeralItem[]) => void>()
  return {
    send: vi.fn<(saying: OutgoingItem) => void>(),
    listen(receive: (items: EphemeralItem[]) => void) {
      listeners.add(receive)
      return () => listeners.delete(receive)
    },
    receive(...items: EphemeralItem[]) {
      for (const receive of [...listeners]) receive(items)
    },
  }
}

export function fakeSync(first: SyncStatus) {
  const done = () => Promise.resolve()
  return {
    status: makeStore<SyncStatus>(first),
    ephemeral: fakeEphemeral(),
    enqueue: vi.fn<(entry: NewEntry) => Promise<void>>(done),
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
