// React's view of who types and who is there.
import { useCallback, useEffect, useSyncExternalStore } from 'react'

import type { SyncHandle } from '../../sync'
import { useLive } from '../live'
import { type PassingWatch, type Typist, watchPassing } from './ephemeral'

/** One for each running sync; it goes with it. */
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

/** Whether this client's people are connected now; asked for while the caller is on the screen. */
export function useIsHere(thread: string): boolean {
  const passing = usePassing()
  useEffect(() => passing.show(thread), [passing, thread])
  return useSyncExternalStore(passing.subscribe, () => passing.isHere(thread))
}

/** Who is writing in a thread, whose typing is asked for while the caller is on the screen. */
export function useTypists(thread: string): readonly Typist[] {
  const passing = usePassing()
  useEffect(() => passing.show(thread), [passing, thread])
  return useSyncExternalStore(passing.subscribe, () => passing.typists(thread))
}

/** Says that somebody types in a thread, or no longer does; leaving the screen ends it. */
export function useTyped(thread: string): (on: boolean) => void {
  const passing = usePassing()
  useEffect(() => () => passing.typed(thread, false), [passing, thread])
  return useCallback((on) => passing.typed(thread, on), [passing, thread])
}
