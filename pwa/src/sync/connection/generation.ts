// CL6: counts connections. Work and events of an earlier connection are dropped.
import type { Event } from './session-types'

export type Dispatch = (event: Event) => void

export interface Generation {
  /** Returns a function that returns true until the connection that is current at this call ends. */
  currentCheck(): () => boolean
  /** Returns a `dispatch` that ignores events once the connection that is current at this call has ended. */
  dispatcher(): Dispatch
  /** Ends the current connection. Later calls belong to the next one. */
  end(): void
}

export function makeGeneration(dispatch: Dispatch): Generation {
  let endedCount = 0
  function currentCheck(): () => boolean {
    const countAtStart = endedCount
    return () => countAtStart === endedCount
  }
  return {
    currentCheck,
    dispatcher() {
      const isCurrent = currentCheck()
      return (event) => {
        if (isCurrent()) dispatch(event)
      }
    },
    end() {
      endedCount += 1
    },
  }
}
