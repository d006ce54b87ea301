// React's view of the replica and of sync: app/ provides it, features read it through these hooks.
import { liveQuery, type Subscription } from 'dexie'
import { createContext, use, useState, useSyncExternalStore } from 'react'

import type { DeviceTables, Replica } from '../db/schema'
import { noteFailure } from '../lib/failures'
import { beginRead } from '../lib/first-paint'
import type { SyncHandle, SyncStatus } from '../sync'

export interface Live {
  userId: string
  replica: Replica
  sync: SyncHandle
  /** Only what all of a client's people share is here, and nothing that is one person's alone. */
  isShared?: true
}

export const LiveContext = createContext<Live | null>(null)

/** The signed-in person's replica and sync; only below the dashboard shell. */
export function useLive(): Live {
  const live = use(LiveContext)
  if (live === null) throw new Error('useLive needs the dashboard shell above it')
  return live
}

export function useSyncStatus(): SyncStatus {
  const { status } = useLive().sync
  return useSyncExternalStore(
    (tell) => status.subscribe(tell),
    () => status.get(),
  )
}

interface Watch<T> {
  readonly of: readonly unknown[]
  /** Reads anew, without a change that would ask for it. */
  again: () => void
  subscribe: (tell: () => void) => () => void
  get: () => T | undefined
}

/** `before` stands until the first answer. However many look, it is read once; and as long as somebody looks. */
function watch<T>(query: () => Promise<T>, of: readonly unknown[], before: T | undefined): Watch<T> {
  let answer = () => before
  let running: Subscription | null = null
  let ended = (): void => undefined
  const lookers = new Set<() => void>()
  const take = (next: () => T | undefined) => {
    answer = next
    for (const tell of lookers) tell()
    ended()
  }
  const failed = (error: unknown) => {
    take(() => {
      throw error
    })
  }
  const stop = () => {
    running?.unsubscribe()
    running = null
    ended()
  }
  const start = () => {
    if (running !== null) return
    ended = beginRead()
    running = liveQuery(query).subscribe((value) => take(() => value), failed)
  }
  return {
    of,
    get: () => answer(),
    again() {
      stop()
      start()
    },
    subscribe(tell) {
      lookers.add(tell)
      start()
      return () => {
        lookers.delete(tell)
        if (lookers.size === 0) stop()
      }
    },
  }
}

/**
 * What `query` reads from the tables of this device, again after every change of what it read; undefined until the first
 * answer. Rows of the server are read with `useRows`, because before they have come a missing one says nothing.
 */
export function useStored<T>(query: (tables: DeviceTables) => Promise<T>, deps: unknown[]): T | undefined {
  return useQuery(query, deps)
}

/** Of any table. */
export function useQuery<T>(query: (replica: Replica) => Promise<T>, deps: unknown[]): T | undefined {
  const { replica } = useLive()
  const of = [replica, ...deps]
  const asked = () => query(replica)
  const [known, setKnown] = useState(() => watch(asked, of, undefined))
  const isSame = of.every((one, index) => Object.is(one, known.of[index]))
  const current = isSame ? known : watch(asked, of, known.get())
  if (!isSame) setKnown(current)
  return useSyncExternalStore(current.subscribe, current.get)
}

/**
 * A hook that reads `query` of a key from the replica as `useStored` does, once for all who use it, because at a start
 * each read costs its while; nothing for no key. With it comes how to read anew what failed.
 */
export function shared<T>(query: (replica: Replica, key: string) => Promise<T>) {
  const known = new WeakMap<Replica, Map<string, Watch<T>>>()
  const watchOf = (replica: Replica, key: string): Watch<T> => {
    const ofReplica = known.get(replica) ?? new Map<string, Watch<T>>()
    known.set(replica, ofReplica)
    const found = ofReplica.get(key) ?? watch(() => query(replica, key), [], undefined)
    ofReplica.set(key, found)
    return found
  }
  function useShared(key: string | null): T | undefined {
    const { replica } = useLive()
    const current = key === null ? NOBODY : watchOf(replica, key)
    return useSyncExternalStore(current.subscribe, current.get)
  }
  return [useShared, (replica: Replica, key: string) => watchOf(replica, key).again()] as const
}

const NOBODY = { subscribe: () => () => undefined, get: () => undefined }

/** What `read` brings; undefined if it failed, which is noted and brings no screen down. */
export function noted<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: unknown) => {
    noteFailure('store', error)
    return undefined
  })
}
