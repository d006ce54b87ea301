// Gives every test file an in-memory IndexedDB, and longer timeouts for a busy machine.
import 'fake-indexeddb/auto'

import { vi } from 'vitest'

// Dexie reports writes to other tabs through a BroadcastChannel, which in Node reaches the test files of the
// other threads. One of their writes once cleared this file's state of a full storage.
const { BroadcastChannel } = globalThis
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
await import('dexie')
globalThis.BroadcastChannel = BroadcastChannel

// A longer timeout costs nothing, because a wait ends when its condition holds. The default of 1 s was too
// short for a busy machine.
const { waitFor } = vi
vi.waitFor = (condition, options) =>
  waitFor(condition, typeof options === 'number' ? options : { timeout: 15_000, ...options })
