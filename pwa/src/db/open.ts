// Opens the replica: one instance per user, reopened when the browser drops its database handle.
import { Dexie, type Table } from 'dexie'

import { makeStore, type Readable } from '../lib/store'
import { Replica } from './schema'

const openReplicas = new Map<string, Replica>()

/** The replica of a user: always the same instance until that instance is retired. */
export function openReplica(userId: string): Replica {
  const existing = openReplicas.get(userId)
  if (existing && !existing.retired) return existing
  const replica = new Replica(userId)
  openReplicas.set(userId, replica)
  return replica
}

const MAX_RETRIES = 3
const PAUSE_MS = 100
const LOST_HANDLE = new Set(['UnknownError', 'InvalidStateError', 'DatabaseClosedError', 'MissingAPIError'])

const lostStore = makeStore(false)
/** ST2: true once this page has given up on a stored replica, because the browser cannot open it. */
export const storeLost: Readable<boolean> = lostStore

const fullStore = makeStore(false)
/** True while the last write failed because the device's storage is full. */
export const storeFull: Readable<boolean> = fullStore
// Dexie reports each commit that wrote something, including writes that do not use `atomically`.
Dexie.on.storagemutated.subscribe(() => fullStore.set(false))

/**
 * ST1: runs database work. In the background the browser can close the database handle without an event. In
 * that case this reopens the database and repeats `work`, at most three times. `work` must be safe to repeat.
 */
export async function withReopen<T>(replica: Replica, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (isStoreFull(error)) fullStore.set(true)
      if (replica.retired || !isLostHandle(error)) throw error
      if (attempt > MAX_RETRIES) {
        lostStore.set(true)
        throw error
      }
      // The next attempt reopens the database. A sleeping replica is closed already, and the queries that wait
      // for it would hang.
      if (!replica.asleep) replica.close({ disableAutoOpen: false })
      await new Promise((resolve) => setTimeout(resolve, attempt * PAUSE_MS))
    }
  }
}

/** Runs `work` in one read-write transaction on `tables`, with `withReopen`. */
export function atomically<T>(replica: Replica, tables: Table[], work: () => Promise<T>): Promise<T> {
  return withReopen(replica, () => replica.transaction('rw', tables, work))
}

function isLostHandle(error: unknown): boolean {
  return hasErrorName(error, (name) => LOST_HANDLE.has(name))
}

/** Whether a write failed because the device's storage is full. */
export function isStoreFull(error: unknown): boolean {
  return hasErrorName(error, (name) => name === 'QuotaExceededError')
}

function hasErrorName(error: unknown, matches: (name: string) => boolean): boolean {
  if (!(error instanceof Error)) return false
  // Dexie wraps the error that aborted a transaction.
  return matches(error.name) || ('inner' in error && hasErrorName(error.inner, matches))
}
