// React hooks for typing and presence.
import { useCallback, useEffect, useSyncExternalStore } from 'react'

import type { SyncHandle } from '../../sync'
import { useLive } from '../live'
import { type PassingWatch, type Typist, watchPassing } from './ephemeral'

/** One for each running sync. */
const watches = new WeakMap<SyncHandle, PassingWatch>()

function usePassing(): PassingWatch {
  const { sync } = useLive()
  let watch = watches.get(sync)
  if (watch === undefined) {
    watch = watchPassing(sync, document)
    watches.set(sync, watch)
  }
  return watch
}

/** Whether a user of this client is connected now. Presence is subscribed while the caller is mounted. */
export function useIsHere(thread: string): boolean {
  const passing = usePassing()
  useEffect(() => passing.show(thread), [passing, thread])
  return useSyncExternalStore(passing.subscribe, () => passing.isHere(thread))
}

/** The users who type in a thread. Typing is subscribed while the caller is mounted. */
export function useTypists(thread: string): readonly Typist[] {
  const passing = usePassing()
  useEffect(() => passing.show(thread), [passing, thread])
  return useSyncExternalStore(passing.subscribe, () => passing.typists(thread))
}

/** A function that reports whether the user types in a thread. Unmounting the caller ends the typing. */
export function useTyped(thread: string): (on: boolean) => void {
  const passing = usePassing()
  useEffect(() => () => passing.typed(thread, false), [passing, thread])
  return useCallback((on) => passing.typed(thread, on), [passing, thread])
}
