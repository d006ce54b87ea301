// React hooks for typing and presence.
import { useCallback, useEffect, useSyncExternalStore } from 'react'

import type { SyncHandle } from '../../sync'
import { useLive } from '../live'
import { type EphemeralState, makeEphemeralState } from './ephemeral'
import type { Typist } from './typists'

/** One state for each running sync. */
const states = new WeakMap<SyncHandle, EphemeralState>()

function useEphemeral(): EphemeralState {
  const { sync } = useLive()
  let state = states.get(sync)
  if (state === undefined) {
    state = makeEphemeralState(sync, document)
    states.set(sync, state)
  }
  return state
}

/** Whether a user of this client is connected now. Presence is subscribed while the caller is mounted. */
export function useIsPresent(thread: string): boolean {
  const ephemeral = useEphemeral()
  useEffect(() => ephemeral.show(thread), [ephemeral, thread])
  return useSyncExternalStore(ephemeral.subscribe, () => ephemeral.isPresent(thread))
}

/** The users who type in a thread. Typing is subscribed while the caller is mounted. */
export function useTypists(thread: string): readonly Typist[] {
  const ephemeral = useEphemeral()
  useEffect(() => ephemeral.show(thread), [ephemeral, thread])
  return useSyncExternalStore(ephemeral.subscribe, () => ephemeral.typists(thread))
}

/**
 * Returns a function that reports to sync whether the user types in a thread. Unmounting the caller ends the
 * typing.
 */
export function useSetTyping(thread: string): (on: boolean) => void {
  const ephemeral = useEphemeral()
  useEffect(() => () => ephemeral.setTyping(thread, false), [ephemeral, thread])
  return useCallback((on) => ephemeral.setTyping(thread, on), [ephemeral, thread])
}
