// A tab loads code at its start, so that a later action needs no network.
import { expect, test, vi } from 'vitest'

import { ana, environment, replica, start } from '../testing/sync/device'
import type { Locks } from './tabs/locks'

const loaded = vi.hoisted(() => vi.fn())
vi.mock('./outbox/enqueue', (original) => {
  loaded()
  return original()
})

/** Another tab leads for the whole test. */
const taken: Locks = {
  request: (_name, options) =>
    new Promise((_granted, failed) => {
      if (!('signal' in options)) return
      options.signal.addEventListener('abort', () => failed(new DOMException('aborted', 'AbortError')))
    }),
}

test('loads the code that stores a message at the start of a tab that is not the leader', async () => {
  const handle = start(ana, replica, { ...environment, locks: taken })
  await vi.waitFor(() => expect(loaded).toHaveBeenCalledOnce())
  expect(handle.status.get().waiting).toBe(0)
})
