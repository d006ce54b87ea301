// CL6: counts connections. Work and events of an earlier connection are dropped.
import type { Event } from './session-types'

export type Dispatch = (event: Event) => void

export interface Generation {
  /** Returns a function that returns whether the connection of this call still lasts. */
  hold(): () => boolean
  /** Returns a `dispatch` that ignores events after the connection of this call has ended. */
  dispatcher(): Dispatch
  /** Ends the connection. The next one begins. */
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
