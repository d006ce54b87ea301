// Opening the replica: one instance per person, healed when the browser drops its handle.
import type { Table } from 'dexie'

import { makeStore, type Readable } from '../lib/store'
import { Replica } from './schema'

const open = new Map<string, Replica>()

/** The replica of a person; the same instance for the same person while it lives. */
export function openReplica(userId: string): Replica {
  const known = open.get(userId)
  if (known && !known.retired) return known
  const replica = new Replica(userId)
  open.set(userId, replica)
  return replica
}

const TRIES = 3
const PAUSE_MS = 100
const LOST_HANDLE = new Set(['UnknownError', 'InvalidStateError', 'DatabaseClosedError', 'MissingAPIError'])

const lost = makeStore(false)
/** ST2: the browser does not keep the replica any more, or never did; this page has given it up. */
export const storeLost: Readable<boolean> = lost

/**
 * ST1: do database work; when the browser has killed the handle (it does so in the background, without an event)
 * drop it, open again and repeat, at most three times. The work must be repeatable as a whole.
 */
export async function healing<T>(replica: Replica, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (replica.retired || !isLostHandle(error)) throw error
      if (tries > TRIES) {
        lost.set(true)
        throw error
      }
      // The next try opens it again.
      replica.close({ disableAutoOpen: false })
      await new Promise((resolve) => setTimeout(resolve, tries * PAUSE_MS))
    }
  }
}

/** Do `work` as one transaction that reads and writes `tables`, healed. */
export function atomically<T>(replica: Replica, tables: Table[], work: () => Promise<T>): Promise<T> {
  return healing(replica, () => replica.transaction('rw', tables, work))
}

function isLostHandle(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (LOST_HANDLE.has(error.name)) return true
  // Dexie wraps what broke a transaction.
  return 'inner' in error && isLostHandle(error.inner)
}
