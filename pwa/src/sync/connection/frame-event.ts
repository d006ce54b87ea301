// Converts a server frame to an event of the state machine.
import type { ServerFrame } from './protocol'
import type { Event } from './session-types'

/** The event for `frame`. `offered`: the cursors in this connection's `hello`, by stream. */
export function eventOf(frame: Exclude<ServerFrame, { t: 'eph' }>, offered: Record<string, number>): Event {
  switch (frame.t) {
    case 'ok':
      return { is: 'ok', frame, offered }
    case 'subs':
      return { is: 'subs', subs: frame.subs }
    case 'ch':
      return { is: 'ch', frame }
    case 'live':
      return { is: 'live', s: frame.s }
    case 'hb':
      return { is: 'hb', heads: frame.h }
    case 'revoke':
      return { is: 'revoke', s: frame.s }
    case 'bye':
      return { is: 'bye', after: frame.after }
    case 'pong':
    case 'auth_expiring':
    case 'auth_ok':
      return { is: frame.t }
  }
}
