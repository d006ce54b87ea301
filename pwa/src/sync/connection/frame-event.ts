// What a frame of the server means to the state machine.
import type { ServerFrame } from './protocol'
import type { Event } from './session-types'

/** `offered`: the cursors that were named in this connection's hello. */
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
