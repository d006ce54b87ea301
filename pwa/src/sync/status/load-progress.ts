// Whether the first load of a replica moves: a screen without its rows shows a skeleton while it does, and an error after it.
import { liveQuery } from 'dexie'

import type { Replica } from '../../db/schema'
import type { StateName } from '../connection/session-types'

/** Without any progress for so long, a screen shows its load error. */
const STALLED_MS = 8_000

/** The steps of a connection towards being live. */
const STEPS: readonly StateName[] = ['hello', 'syncing', 'live']

export interface Progress {
  /** One more step is done: the wait begins anew. */
  moved(): void
  /** The connection is in this state. One that breaks again and again comes no further, which is no progress. */
  reached(state: StateName): void
  /** Nothing can come, because the browser has no network. */
  stall(): void
  stop(): void
}

/** `stalled` is called when the load stops moving, and when it moves again. Every page that is stored is progress. */
export function watchProgress(replica: Replica, stalled: (is: boolean) => void): Progress {
  let timer: ReturnType<typeof setTimeout> | undefined
  let before = ''
  let furthest = 0
  const moved = (): void => {
    stalled(false)
    clearTimeout(timer)
    timer = setTimeout(() => stalled(true), STALLED_MS)
  }
  const known = liveQuery(async () => JSON.stringify([await replica.streams.toArray(), await replica.meta.get('role')]))
  const watched = known.subscribe({
    next(now) {
      // Reading what is stored is no progress.
      if (before !== '' && now !== before) moved()
      before = now
    },
    // A replica deleted by another tab ends the query; sign-out follows.
    error: () => undefined,
  })
  moved()
  return {
    moved,
    reached(state) {
      const step = STEPS.indexOf(state) + 1
      if (step > furthest) moved()
      furthest = state === 'live' ? 0 : Math.max(step, furthest)
    },
    stall() {
      clearTimeout(timer)
      stalled(true)
    },
    stop() {
      clearTimeout(timer)
      watched.unsubscribe()
    },
  }
}
