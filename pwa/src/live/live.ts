// React's view of the replica and of sync: app/ provides it, features read it through these hooks.
import { useLiveQuery } from 'dexie-react-hooks'
import { createContext, use, useSyncExternalStore } from 'react'

import type { Replica } from '../db/schema'
import { noteFailure } from '../lib/failures'
import type { SyncHandle, SyncStatus } from '../sync'

export interface Live {
  userId: string
  replica: Replica
  sync: SyncHandle
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

/** What `query` reads from the replica, again after every change of what it read; undefined until the first answer. */
export function useStored<T>(query: (replica: Replica) => Promise<T>, deps: unknown[]): T | undefined {
  const { replica } = useLive()
  return useLiveQuery(() => query(replica), [replica, ...deps])
}

/** What `read` brings; undefined if it failed, which is noted and brings no screen down. */
export function noted<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: unknown) => {
    noteFailure('store', error)
    return undefined
  })
}
