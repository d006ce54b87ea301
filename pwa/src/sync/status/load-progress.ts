// Detects a stalled first load. A screen without rows shows a skeleton while the load makes progress, and an
// error when it stalls.
import { followQuery } from '../../db/follow'
import type { Replica } from '../../db/schema'
import type { StateName } from '../connection/session-types'

/** After this time without progress, a screen shows its load error. */
const STALLED_MS = 8_000

/** The states of a connection on its way to 'live', in order. */
const STEPS: readonly StateName[] = ['hello', 'syncing', 'live']

export interface Progress {
  /** A step is done: restarts the timer. */
  restart(): void
  /**
   * The connection is in this state. A step counts as progress only if it is later than every step since the
   * last 'live'.
   */
  noteState(state: StateName): void
  /** Reports a stall at once, because the browser has no network. */
  stall(): void
  stop(): void
}

/**
 * Calls `onStalled` with true when the load stops making progress, and with false when it continues. Every
 * stored page is progress.
 */
export function trackProgress(replica: Replica, onStalled: (isStalled: boolean) => void): Progress {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastPositions = ''
  let furthestStep = 0
  const restart = (): void => {
    onStalled(false)
    clearTimeout(timer)
    timer = setTimeout(() => onStalled(true), STALLED_MS)
  }
  const unfollow = followQuery(
    async () => JSON.stringify([await replica.streams.toArray(), await replica.meta.get('role')]),
    (positions) => {
      // The first read of stored rows does not count as progress.
      if (lastPositions !== '' && positions !== lastPositions) restart()
      lastPositions = positions
    },
  )
  restart()
  return {
    restart,
    noteState(state) {
      const step = STEPS.indexOf(state) + 1
      if (step > furthestStep) restart()
      furthestStep = state === 'live' ? 0 : Math.max(step, furthestStep)
    },
    stall() {
      clearTimeout(timer)
      onStalled(true)
    },
    stop() {
      clearTimeout(timer)
      unfollow()
    },
  }
}
