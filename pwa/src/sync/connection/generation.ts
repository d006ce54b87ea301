// CL6: counts connections. Work and events of an earlier connection are dropped.
import type { Event } from './session-types'

export type Dispatch = (event: Event) => void

export interface Generation {
  /** Returns a function that returns true until the connection that is current at this call ends. */
  hold(): () => boolean
  /** Returns a `dispatch` that ignores events once the connection that is current at this call has ended. */
  dispatcher(): Dispatch
  /** Ends the current connection. Later calls belong to the next one. */
  end(): void
}

export function makeGeneration(dispatch: Dispatch): Generation {
  let ended = 0
  function hold(): () => boolean {
    const mine = ended
    return () => mine === ended
  }
  return {
    hold,
    dispatcher() {
      const isCurrent = hold()
      return (event) => {
        if (isCurrent()) dispatch(event)
      }
    },
    end() {
      ended += 1
    },
  }
}
