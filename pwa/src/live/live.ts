// React hooks for the replica and sync. app/ provides the context; features read it through these hooks.
//
// A screen reads the replica through `useQuery` and the hooks on it (`useStored`, `useRows`, `sharedHook`). Only the
// directory and a conversation, which may have ten thousand rows, use `coalesceReads`. Both ways observe the replica
// with db/follow.ts.
import { createContext, use, useState, useSyncExternalStore } from 'react'

import { followQuery } from '../db/follow'
import type { DeviceTables, Replica } from '../db/schema'
import { noteFailure } from '../lib/failures'
import { beginRead } from '../lib/first-paint'
import type { SyncHandle, SyncStatus } from '../sync'

export interface Live {
  userId: string
  replica: Replica
  sync: SyncHandle
  /** This replica has only rows that all users of a client share, and no rows of a single user. */
  isShared?: true
}

export const LiveContext = createContext<Live | null>(null)

/** The signed-in user's replica and sync. Throws outside the dashboard shell. */
export function useLive(): Live {
  const live = use(LiveContext)
  if (live === null) throw new Error('useLive must be called inside the dashboard shell.')
  return live
}

export function useSyncStatus(): SyncStatus {
  const { status } = useLive().sync
  return useSyncExternalStore(
    (notify) => status.subscribe(notify),
    () => status.get(),
  )
}

interface SharedQuery<T> {
  readonly inputs: readonly unknown[]
  /** Runs the query again, even if nothing has changed. */
  reload: () => void
  subscribe: (notify: () => void) => () => void
  get: () => T | undefined
}

/**
 * One live query for all subscribers. It runs while there are subscribers. Its result is `before` until the
 * first read ends.
 */
function sharedQuery<T>(
  query: () => Promise<T>,
  inputs: readonly unknown[],
  before: T | undefined,
): SharedQuery<T> {
  let result = () => before
  let unfollow: (() => void) | null = null
  let endRead = (): void => undefined
  const subscribers = new Set<() => void>()
  const setResult = (next: () => T | undefined) => {
    result = next
    for (const notify of subscribers) notify()
    endRead()
  }
  const setError = (error: unknown) => {
    setResult(() => {
      throw error
    })
  }
  const stop = () => {
    unfollow?.()
    unfollow = null
    endRead()
  }
  const start = () => {
    if (unfollow !== null) return
    endRead = beginRead()
    unfollow = followQuery(query, (value) => setResult(() => value), setError)
  }
  return {
    inputs,
    get: () => result(),
    reload() {
      stop()
      start()
    },
    subscribe(notify) {
      subscribers.add(notify)
      start()
      return () => {
        subscribers.delete(notify)
        if (subscribers.size === 0) stop()
      }
    },
  }
}

/**
 * The result of `query` over tables that only this device has, such as drafts. Updates when a row that it read
 * changes; undefined until the first result. Use `useRows` for tables of the server, because it also reports
 * whether they are loaded.
 */
export function useStored<T>(query: (tables: DeviceTables) => Promise<T>, deps: unknown[]): T | undefined {
  return useQuery(query, deps)
}

/** Like `useStored`, for any table. */
export function useQuery<T>(query: (replica: Replica) => Promise<T>, deps: unknown[]): T | undefined {
  const { replica } = useLive()
  const inputs = [replica, ...deps]
  const run = () => query(replica)
  const [stored, setStored] = useState(() => sharedQuery(run, inputs, undefined))
  const isSame = inputs.every((one, index) => Object.is(one, stored.inputs[index]))
  const current = isSame ? stored : sharedQuery(run, inputs, stored.get())
  if (!isSame) setStored(current)
  return useSyncExternalStore(current.subscribe, current.get)
}

/**
 * Returns a hook and a function. The hook returns the live result of `query` for a key, and undefined for
 * null. All components share one read for each key, because each read slows the start. The function repeats a
 * failed read.
 */
export function sharedHook<T>(query: (replica: Replica, key: string) => Promise<T>) {
  const queries = new WeakMap<Replica, Map<string, SharedQuery<T>>>()
  const queryOf = (replica: Replica, key: string): SharedQuery<T> => {
    const ofReplica = queries.get(replica) ?? new Map<string, SharedQuery<T>>()
    queries.set(replica, ofReplica)
    const entry = ofReplica.get(key) ?? sharedQuery(() => query(replica, key), [], undefined)
    ofReplica.set(key, entry)
    return entry
  }
  function useShared(key: string | null): T | undefined {
    const { replica } = useLive()
    const current = key === null ? NO_QUERY : queryOf(replica, key)
    return useSyncExternalStore(current.subscribe, current.get)
  }
  return [useShared, (replica: Replica, key: string) => queryOf(replica, key).reload()] as const
}

const NO_QUERY = { subscribe: () => () => undefined, get: () => undefined }

/** The result of `read`. If it fails, notes the failure and returns undefined, so that no screen crashes. */
export function resultOrUndefined<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: unknown) => {
    noteFailure('store', error)
    return undefined
  })
}
