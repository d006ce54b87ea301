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

const full = makeStore(false)
/** The last attempt to write found no room on this device. */
export const storeFull: Readable<boolean> = full

/**
 * ST1: do database work; when the browser has killed the handle (it does so in the background, without an event)
 * drop it, open again and repeat, at most three times. The work must be repeatable as a whole.
 */
export async function healing<T>(replica: Replica, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (isStoreFull(error)) full.set(true)
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
export async function atomically<T>(replica: Replica, tables: Table[], work: () => Promise<T>): Promise<T> {
  const done = await healing(replica, () => replica.transaction('rw', tables, work))
  if (full.get()) full.set(false)
  return done
}

function isLostHandle(error: unknown): boolean {
  return isOf(error, (name) => LOST_HANDLE.has(name))
}

/** There is no room for what was to be stored. */
export function isStoreFull(error: unknown): boolean {
  return isOf(error, (name) => name === 'QuotaExceededError')
}

function isOf(error: unknown, fits: (name: string) => boolean): boolean {
  if (!(error instanceof Error)) return false
  // Dexie wraps what broke a transaction.
  return fits(error.name) || ('inner' in error && isOf(error.inner, fits))
}
