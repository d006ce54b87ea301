// React's view of the replica and of sync: app/ provides it, features read it through these hooks.
import { liveQuery } from 'dexie'
import { createContext, use, useState, useSyncExternalStore } from 'react'

import type { Replica } from '../db/schema'
import { noteFailure } from '../lib/failures'
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
  subscribe: (tell: () => void) => () => void
  get: () => T | undefined
}

/** `before` stands until the first answer. */
function watch<T>(query: () => Promise<T>, of: readonly unknown[], before: T | undefined): Watch<T> {
  let answer = () => before
  return {
    of,
    get: () => answer(),
    subscribe(tell) {
      const take = (next: () => T | undefined) => {
        answer = next
        tell()
      }
      const failed = (error: unknown) => {
        take(() => {
          throw error
        })
      }
      const running = liveQuery(query).subscribe((value) => take(() => value), failed)
      return () => running.unsubscribe()
    },
  }
}

/** What `query` reads from the replica, again after every change of what it read; undefined until the first answer. */
export function useStored<T>(query: (replica: Replica) => Promise<T>, deps: unknown[]): T | undefined {
  const { replica } = useLive()
  const of = [replica, ...deps]
  const asked = () => query(replica)
  const [known, setKnown] = useState(() => watch(asked, of, undefined))
  const isSame = of.every((one, index) => Object.is(one, known.of[index]))
  const current = isSame ? known : watch(asked, of, known.get())
  if (!isSame) setKnown(current)
  return useSyncExternalStore(current.subscribe, current.get)
}

/** What `read` brings; undefined if it failed, which is noted and brings no screen down. */
export function noted<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: unknown) => {
    noteFailure('store', error)
    return undefined
  })
}
