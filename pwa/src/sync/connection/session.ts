// The connection's state machine: every event in every state, in one table that the compiler checks.
import { isFrameName } from '../protocol/protocol'
import * as rule from './session-rules'
import * as streamRule from './stream-rules'
import {
  closed,
  reportOnly,
  connect,
  hide,
  hurry,
  netDown,
  netUp,
  ping,
  same,
  show,
  signedOut,
  wait,
} from './session-rules'
import {
  STATES,
  type Cell,
  type Env,
  type Event,
  type EventMap,
  type EventName,
  type Session,
  type Step,
} from './session-types'

type Each<Columns extends readonly unknown[], C> = { readonly [K in keyof Columns]: C }
/** One cell for each state, in the order of STATES. A missing or surplus cell does not compile. */
type Row<E extends EventName> = Each<typeof STATES, Cell<E>>

// prettier-ignore
export const TABLE: { [E in EventName]: Row<E> } = {
  //                  connecting      hello          syncing                live                   waiting           offline           silent      locked      outdated    signed-out
  start:             [same,           same,          same,                  same,                  hurry,            hurry,            connect,    same,       same,       same],
  again:             [same,           same,          connect,               same,                  hurry,            hurry,            connect,    same,       same,       same],
  token:             [rule.open,      same,          rule.renew,            rule.renew,            same,             same,             same,       same,       same,       same],
  'token-unknown':   [wait,           same,          same,                  same,                  same,             same,             same,       same,       same,       same],
  'token-rejected':  [signedOut,      signedOut,     signedOut,             signedOut,             signedOut,        signedOut,        same,       same,       same,       same],
  opened:            [rule.sendHello, same,          same,                  same,                  same,             same,             same,       same,       same,       same],
  closed:            [closed,         closed,        closed,                closed,                same,             same,             same,       same,       same,       same],
  ok:                [same,           streamRule.ok, same,                  same,                  same,             same,             same,       same,       same,       same],
  subs:              [same,           same,          streamRule.subs,       streamRule.subs,       same,             same,             same,       same,       same,       same],
  ch:                [same,           same,          streamRule.ingest,     streamRule.ingest,     same,             same,             same,       same,       same,       same],
  live:              [same,           same,          streamRule.mark,       streamRule.mark,       same,             same,             same,       same,       same,       same],
  hb:                [same,           same,          streamRule.heads,      streamRule.heads,      same,             same,             same,       same,       same,       same],
  pong:              [same,           same,          same,                  same,                  same,             same,             same,       same,       same,       same],
  auth_expiring:     [same,           same,          rule.expiring,         rule.expiring,         same,             same,             same,       same,       same,       same],
  auth_ok:           [same,           same,          same,                  same,                  same,             same,             same,       same,       same,       same],
  revoke:            [same,           same,          streamRule.revoke,     streamRule.revoke,     same,             same,             same,       same,       same,       same],
  bye:               [same,           rule.bye,      rule.bye,              rule.bye,              same,             same,             same,       same,       same,       same],
  broken:            [reportOnly,     rule.broken,   rule.broken,           rule.broken,           reportOnly,       reportOnly,       reportOnly, reportOnly, reportOnly, reportOnly],
  stored:            [same,           same,          streamRule.stored,     streamRule.stored,     same,             same,             same,       same,       same,       same],
  gap:               [same,           same,          streamRule.gap,        streamRule.gap,        same,             same,             same,       same,       same,       same],
  'caught-up':       [same,           same,          streamRule.caughtUp,   streamRule.caughtUp,   same,             same,             same,       same,       same,       same],
  loaded:            [same,           same,          streamRule.loaded,     streamRule.loaded,     same,             same,             same,       same,       same,       same],
  'load-failed':     [same,           same,          streamRule.loadFailed, streamRule.loadFailed, same,             same,             same,       same,       same,       same],
  retry:             [same,           same,          same,                  same,                  connect,          connect,          same,       same,       same,       same],
  'connect-timeout': [wait,           wait,          same,                  same,                  same,             same,             same,       same,       same,       same],
  quiet:             [same,           same,          ping,                  ping,                  same,             same,             same,       same,       same,       same],
  silence:           [same,           same,          rule.silence,          rule.silence,          same,             same,             same,       same,       same,       same],
  behind:            [same,           same,          streamRule.behind,     streamRule.behind,     same,             same,             same,       same,       same,       same],
  'load-due':        [same,           same,          streamRule.load,       streamRule.load,       same,             same,             same,       same,       same,       same],
  visible:           [show,           show,          rule.returnToView,     rule.returnToView,     hurry,            hurry,            connect,    show,       show,       show],
  hidden:            [hide,           hide,          hide,                  hide,                  hide,             hide,             hide,       hide,       hide,       hide],
  online:            [netUp,          netUp,         rule.netUpPing,        rule.netUpPing,        rule.netUpHurry,  rule.netUpHurry,  netUp,      netUp,      netUp,      netUp],
  offline:           [netDown,        netDown,       rule.netDownPing,      rule.netDownPing,      rule.netDownWait, rule.netDownWait, netDown,    netDown,    netDown,    netDown],
  'signed-in':       [same,           same,          same,                  same,                  hurry,            hurry,            same,       connect,    same,       connect],
  'signed-out':      [signedOut,      signedOut,     signedOut,             signedOut,             signedOut,        signedOut,        signedOut,  same,       same,       same],
}

export function newSession(online: boolean, visible: boolean, env: Env): Session {
  return {
    state: 'waiting',
    failures: 0,
    lostAt: 0,
    streams: {},
    gaps: {},
    spread: null,
    isWaitRequested: false,
    needsFreshToken: false,
    pingCount: 0,
    isPongMissing: false,
    online,
    hiddenAt: visible ? null : env.now,
  }
}

/** The session after `event`, and the effects to perform. */
export function step(session: Session, event: Event, env: Env): Step {
  const result = applyCell(session, event, env)
  const { state } = result[0]
  return isFrameName(event.is) && (state === 'syncing' || state === 'live')
    ? rule.restartQuietTimer(result)
    : result
}

/** The result of the table's cell for the session's state and `event`. */
function applyCell<E extends EventName>(session: Session, event: { is: E } & EventMap[E], env: Env): Step {
  const row: Row<E> = TABLE[event.is]
  const cell: Cell<E> | undefined = row[STATES.indexOf(session.state)]
  return cell ? cell(session, event, env) : [session, []]
}
