// React hook for the directory of clients.
import { useDeferredValue, useSyncExternalStore } from 'react'

import { type Directory, directoryOf, type DirectoryState } from './directory'
import { useLive, useSyncStatus, useStored } from '../live'

export type { DirectoryEntry, Tally } from './entry'
export { matching } from './entry'
export { isResolved, longestWaits, WAITING, waitsSince, waitTone, withoutSnoozed } from './waiting'

export type DirectoryView =
  | { is: 'loading' }
  /** No client is stored on this device, and none can be loaded. */
  | { is: 'failed'; retry: () => void }
  /** `isWhole` is false while rows are still missing: at the start, and during the first load. */
  | (Omit<DirectoryState, 'is'> & { is: 'ready'; isWhole: boolean; retry: () => void })

/** Returns the directory of an admin's clients. */
export function useDirectory(): DirectoryView {
  const { replica, sync } = useLive()
  const { stalled } = useSyncStatus()
  const directory: Directory = directoryOf(replica)
  // Render in small steps, because all rows in one step would block a slow phone.
  const state = useDeferredValue(useSyncExternalStore(directory.subscribe, directory.get))
  const stream = useStored((stored) => stored.streams.get('w'), [])
  const { is, newest } = state
  const loadedOnce = stream?.mode === 'ready'
  const retry = () => {
    directory.reload()
    sync.tryAgain()
  }
  if (newest.length > 0 || (is === 'ready' && loadedOnce))
    return { ...state, is: 'ready', isWhole: is !== 'loading' && loadedOnce, retry }
  return is === 'failed' || stalled ? { is: 'failed', retry } : { is: 'loading' }
}
