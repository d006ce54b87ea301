// Detects that the server responds but WebSockets do not work, because a proxy or a network cuts or buffers
// them.
import type { Session } from '../connection/session-types'

/** Fewer consecutive failed connections are often caused by a restart of the server. */
const MIN_FAILURES = 3

export interface BlockCheck {
  /** Follows the session. Sends one request to the server after each failed connection. */
  follow(session: Session): void
  isBlocked(): boolean
}

/**
 * `serverResponds`: whether a plain request gets the server's response. `onChange` is called when the result
 * changes.
 */
export function makeBlockCheck(serverResponds: () => Promise<boolean>, onChange: () => void): BlockCheck {
  let checkedFailures = 0
  let isFailing = false
  let blocked = false
  return {
    follow({ state, failures }) {
      isFailing = failures >= MIN_FAILURES && state !== 'syncing' && state !== 'live'
      if (!isFailing) {
        checkedFailures = 0
        blocked = false
      } else if (state === 'waiting' && failures !== checkedFailures) {
        checkedFailures = failures
        void serverResponds()
          .catch(() => false)
          .then((responds) => {
            if (!isFailing || responds === blocked) return
            blocked = responds
            onChange()
          })
      }
    },
    isBlocked: () => blocked,
  }
}
