// The transitions of the connection, as pure functions. The table in session.ts selects one by state and
// event. stream-rules.ts contains the transitions of the streams.
import { randomWithin } from '../../lib/time/jitter'
import type { Cell, Effect, Env, EventName, Session, Step } from './session-types'

/** Getting a token may include a refresh over a slow network. A socket rarely opens after more than 8 s. */
const TOKEN_MS = 15_000
const CONNECT_MS = 8_000
/** One and a half heartbeats. After this time without a frame the device sends a ping. */
const QUIET_MS = 37_500
/** CL9: the maximum wait for a pong, and the shorter one when the page has just become visible. */
const SILENCE_MS = 10_000
const RETURN_MS = 3_000
/** If a timer fires this late, the device slept. The pong may be unread, so the device pings again. */
const SLEPT_MS = 2_000
const HIDDEN_MS = 30_000
/** CL7: the bounds of the maximum wait. */
export const BACKOFF = [500, 30_000] as const
const RATE_LIMITED_SPREAD: [number, number] = [1_000, 15_000]

/** Ignores the event. */
export const same: Cell<EventName> = (session) => [session, []]

export const connect: Cell<EventName> = (session) => [
  {
    ...session,
    state: 'connecting',
    streams: {},
    spread: null,
    isWaitRequested: false,
    isPongMissing: false,
  },
  [
    { do: 'disarm-all' },
    { do: 'close' },
    { do: 'get-token', fresh: session.needsFreshToken },
    { do: 'arm', timer: 'connect-timeout', ms: TOKEN_MS },
  ],
]

/**
 * CL7: closes this connection and retries after a random time, in the range that the server requested, if
 * any.
 */
export const wait: Cell<EventName> = (session, _event, env) => waitAfter(session, env, session.spread)

export function waitAfter(session: Session, env: Env, spread: [number, number] | null): Step {
  const failures = session.failures + 1
  const lostAt = failures === 1 ? env.now : session.lostAt
  const maxMs = Math.min(Math.max((env.now - lostAt) / 2, BACKOFF[0]), BACKOFF[1])
  const ms = randomWithin(spread ?? [0, maxMs], env.random)
  const state = session.online ? 'waiting' : 'offline'
  return [
    {
      ...session,
      state,
      failures,
      lostAt,
      streams: {},
      spread: null,
      isWaitRequested: spread !== null,
      isPongMissing: false,
    },
    [{ do: 'disarm-all' }, { do: 'close' }, { do: 'arm', timer: 'retry', ms }],
  ]
}

function end(session: Session, state: Session['state'], ...effects: Effect[]): Step {
  return [
    { ...session, state, streams: {}, isPongMissing: false },
    [{ do: 'disarm-all' }, { do: 'close' }, ...effects],
  ]
}

/** CL8, CC1: reacts to a close code. PROTOCOL.md lists the codes in section 11. */
export const closed: Cell<'closed'> = (session, { code }, env) => {
  if (code === 4401) return waitAfter({ ...session, needsFreshToken: true }, env, session.spread)
  if (code === 4409) return end(session, 'silent')
  if (code === 4429) return waitAfter(session, env, session.spread ?? RATE_LIMITED_SPREAD)
  if (code === 4503) return end(session, 'locked', { do: 'lock' })
  if (code === 4510) return end(session, 'outdated')
  const terminal = code === 1009 || (code >= 4500 && code < 5000)
  if (terminal) return end(session, 'outdated', { do: 'report', what: 'ended' })
  return wait(session, { is: 'closed', code }, env)
}

export const signedOut: Cell<EventName> = (session) => end(session, 'signed-out')

export const open: Cell<'token'> = (session, { token }) => [
  { ...session, needsFreshToken: false },
  [
    { do: 'open', token },
    { do: 'arm', timer: 'connect-timeout', ms: CONNECT_MS },
  ],
]
export const renew: Cell<'token'> = (session, { token }) => [
  session,
  [{ do: 'send', frame: { t: 'auth', token } }],
]
export const sendHello: Cell<'opened'> = (session) => [
  { ...session, state: 'hello' },
  [{ do: 'hello' }, { do: 'arm', timer: 'connect-timeout', ms: CONNECT_MS }],
]
/** Gets a new token, because the stored one may look valid to a device whose clock is wrong. */
export const expiring: Cell<'auth_expiring'> = (session) => [session, [{ do: 'get-token', fresh: true }]]

export const bye: Cell<'bye'> = (session, { after }) => [{ ...session, spread: after }, []]

/** Restarts the `quiet` timer, because every frame shows that the connection works. */
export function restartQuietTimer([session, effects]: Step): Step {
  const quiet: Effect = { do: 'arm', timer: 'quiet', ms: QUIET_MS }
  const disarmSilence: Effect[] = session.isPongMissing ? [{ do: 'disarm', timer: 'silence' }] : []
  return [{ ...session, isPongMissing: false }, [quiet, ...disarmSilence, ...effects]]
}

export const ping: Cell<EventName> = (session) =>
  session.isPongMissing ? [session, []] : sendPing(session, SILENCE_MS)

function sendPing(session: Session, ms: number): Step {
  const n = session.pingCount + 1
  return [
    { ...session, pingCount: n, isPongMissing: true },
    [
      { do: 'send', frame: { t: 'ping', n } },
      { do: 'arm', timer: 'silence', ms },
    ],
  ]
}
/** CL9: reconnects, because no pong came in time. */
export const silence: Cell<'silence'> = (session, event, env) =>
  event.lateMs > SLEPT_MS ? sendPing(session, SILENCE_MS) : wait(session, event, env)

/** CL11: when the page becomes visible, reconnects if it was hidden for long, else sends a ping. */
export const returnToView: Cell<'visible'> = (session, event, env) => {
  const hidden = session.hiddenAt === null ? 0 : env.now - session.hiddenAt
  const next = { ...session, hiddenAt: null }
  return hidden > HIDDEN_MS ? connect(next, event, env) : sendPing(next, RETURN_MS)
}
export const hide: Cell<'hidden'> = (session, _event, env) => [
  { ...session, hiddenAt: session.hiddenAt ?? env.now },
  [],
]
export const show: Cell<'visible'> = (session) => [{ ...session, hiddenAt: null }, []]

/** A browser event ends a wait, unless the server requested the wait. */
export const hurry: Cell<EventName> = (session, event, env) =>
  session.isWaitRequested ? [session, []] : connect({ ...session, hiddenAt: null }, event, env)

export const netUp: Cell<'online'> = (session) => [{ ...session, online: true }, []]
export const netUpPing: Cell<'online'> = (session, event, env) =>
  ping({ ...session, online: true }, event, env)
export const netUpHurry: Cell<'online'> = (session, event, env) =>
  hurry({ ...session, online: true, state: 'waiting' }, event, env)
export const netDown: Cell<'offline'> = (session) => [{ ...session, online: false }, []]
export const netDownPing: Cell<'offline'> = (session, event, env) =>
  ping({ ...session, online: false }, event, env)
export const netDownWait: Cell<'offline'> = (session) => [{ ...session, online: false, state: 'offline' }, []]

export const broken: Cell<'broken'> = (session, event, env) => {
  const [next, effects] = wait(session, event, env)
  return [next, [{ do: 'report', what: event.why }, ...effects]]
}
export const reportOnly: Cell<'broken'> = (session, event) => [session, [{ do: 'report', what: event.why }]]
