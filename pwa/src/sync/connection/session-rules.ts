// The transitions of the connection; the table in session.ts selects one by state and event. Pure.
import { fullJitter, randomWithin } from '../../lib/jitter'
import type { StreamMode } from './protocol'
import type { Cell, Effect, Env, EventName, Progress, Session, Step } from './session-types'

/** Getting a token may include a refresh over a slow network. A socket rarely opens after more than 8 s. */
const TOKEN_MS = 15_000
const CONNECT_MS = 8_000
/** One and a half heartbeats. After this time without a frame the device sends a ping. */
const QUIET_MS = 37_500
/** CL9: how long a pong may take, and how long when the page has just become visible. */
const SILENCE_MS = 10_000
const RETURN_MS = 3_000
/** CL5 */
const BEHIND_MS = 10_000
/** A timer that fires this late was delayed by sleep. The pong may be unread, so the device pings again. */
const SLEPT_MS = 2_000
const HIDDEN_MS = 30_000
/** CL7: the bounds of the maximum wait. */
const BACKOFF = [500, 30_000] as const
const RATE_LIMITED_SPREAD: [number, number] = [1_000, 15_000]

export const same: Cell<EventName> = (session) => [session, []]

export const connect: Cell<EventName> = (session) => [
  { ...session, state: 'connecting', streams: {}, spread: null, dictated: false, pinged: false },
  [
    { do: 'disarm-all' },
    { do: 'close' },
    { do: 'get-token', fresh: session.fresh },
    { do: 'arm', timer: 'connect-timeout', ms: TOKEN_MS },
  ],
]

/** CL7: closes this connection and retries after a random time, or within the server's requested spread. */
export const wait: Cell<EventName> = (session, _event, env) => waitAfter(session, env, session.spread)

function waitAfter(session: Session, env: Env, spread: [number, number] | null): Step {
  const failures = session.failures + 1
  const lostAt = failures === 1 ? env.now : session.lostAt
  const most = Math.min(Math.max((env.now - lostAt) / 2, BACKOFF[0]), BACKOFF[1])
  const ms = randomWithin(spread ?? [0, most], env.random)
  const state = session.online ? 'waiting' : 'offline'
  return [
    {
      ...session,
      state,
      failures,
      lostAt,
      streams: {},
      spread: null,
      dictated: spread !== null,
      pinged: false,
    },
    [{ do: 'disarm-all' }, { do: 'close' }, { do: 'arm', timer: 'retry', ms }],
  ]
}

function end(session: Session, state: Session['state'], ...effects: Effect[]): Step {
  return [
    { ...session, state, streams: {}, pinged: false },
    [{ do: 'disarm-all' }, { do: 'close' }, ...effects],
  ]
}

/** CL8, CC1 and the table of section 11. */
export const closed: Cell<'closed'> = (session, { code }, env) => {
  if (code === 4401) return waitAfter({ ...session, fresh: true }, env, session.spread)
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
  { ...session, fresh: false },
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

export const ok: Cell<'ok'> = (session, { frame, offered }) => {
  const effects: Effect[] = [
    { do: 'disarm', timer: 'connect-timeout' },
    { do: 'learn', frame },
  ]
  const streams: Session['streams'] = {}
  for (const sub of frame.subs) {
    const [progress, more] = follow(sub, offered[sub.s] ?? 0)
    streams[sub.s] = progress
    effects.push(...more)
  }
  return settle({ ...session, state: 'syncing', streams }, effects)
}

export const subs: Cell<'subs'> = (session, event, env) => {
  const streams = { ...session.streams }
  const effects: Effect[] = []
  for (const sub of event.subs) {
    const existing = streams[sub.s]
    if (existing && sub.mode === 'bootstrap' && existing.phase === 'loading') continue
    if (existing && sub.mode === 'reset') {
      // Back off, because repeated resets must not become a loop without pauses.
      const tries = existing.tries + 1
      streams[sub.s] = { ...idle(sub), tries }
      const ms = fullJitter(tries, ...BACKOFF, env.random)
      effects.push({ do: 'reset', s: sub.s }, { do: 'arm', timer: 'load-due', s: sub.s, ms })
      continue
    }
    const mode = existing ? sub.mode : 'bootstrap'
    const [progress, more] = follow({ ...sub, mode }, existing?.cursor ?? 0)
    streams[sub.s] = progress
    effects.push(...more)
  }
  return settle({ ...session, streams }, effects)
}

function idle(sub: StreamMode): Progress {
  return { phase: 'loading', cursor: 0, received: 0, head: sub.head, tries: 0, watched: false }
}

function follow(sub: StreamMode, cursor: number): [Progress, Effect[]] {
  if (sub.mode === 'resume') return [{ ...idle(sub), phase: 'catching-up', cursor, received: cursor }, []]
  const load: Effect = { do: 'load', s: sub.s }
  return [idle(sub), sub.mode === 'reset' ? [{ do: 'reset', s: sub.s }, load] : [load]]
}

export const loaded: Cell<'loaded'> = (session, { offer }) =>
  advance(session, offer.s, { cursor: offer.c, received: offer.c }, [
    { do: 'send', frame: { t: 'sub', subs: [offer] } },
  ])

export const loadFailed: Cell<'load-failed'> = (session, { s }, env) => {
  const tries = (session.streams[s]?.tries ?? 0) + 1
  return advance(session, s, { tries }, [
    { do: 'arm', timer: 'load-due', s, ms: fullJitter(tries, ...BACKOFF, env.random) },
  ])
}
export const load: Cell<'load-due'> = (session, { s }) => advance(session, s, {}, [{ do: 'load', s }])

export const ingest: Cell<'ch'> = (session, { frame }) => {
  const existing = session.streams[frame.s]
  if (!existing) return [session, []]
  const received = Math.max(existing.received, frame.to)
  const watched = existing.watched && received < existing.head
  const watch: Effect[] = !existing.watched
    ? []
    : watched
      ? [{ do: 'arm', timer: 'behind', s: frame.s, ms: BEHIND_MS }]
      : [{ do: 'disarm', timer: 'behind', s: frame.s }]
  const head = Math.max(existing.head, frame.to)
  return advance(session, frame.s, { received, head, watched }, [{ do: 'ingest', frame }, ...watch])
}

export const stored: Cell<'stored'> = (session, { s, cursor }) =>
  advance(session, s, { cursor }, [{ do: 'send', frame: { t: 'ack', c: { [s]: cursor } } }])

export const mark: Cell<'live'> = (session, { s }) => advance(session, s, {}, [{ do: 'mark', s }])
export const caughtUp: Cell<'caught-up'> = (session, { s }) => {
  const [next] = advance(session, s, { phase: 'live' }, [])
  return settle(next, [])
}

function advance(session: Session, s: string, change: Partial<Progress>, effects: Effect[]): Step {
  const existing = session.streams[s]
  if (!existing) return [session, []]
  return [{ ...session, streams: { ...session.streams, [s]: { ...existing, ...change } } }, effects]
}

function settle(session: Session, effects: Effect[]): Step {
  const live = Object.values(session.streams).every((one) => one.phase === 'live')
  if (!live) return [{ ...session, state: 'syncing' }, effects]
  return [{ ...session, state: 'live', failures: 0 }, [...effects, { do: 'confirm' }]]
}

/** CL2: the first gap at a cursor reconnects with it. The second one deletes the stream's rows first. */
export const gap: Cell<'gap'> = (session, { s, cursor }, env) => {
  const second = session.gaps[s] === cursor
  const gaps = { ...session.gaps }
  if (second) Reflect.deleteProperty(gaps, s)
  else gaps[s] = cursor
  const [next, effects] = waitAfter({ ...session, gaps }, env, session.spread)
  const report: Effect = { do: 'report', what: second ? 'second-gap' : 'gap' }
  return [next, second ? [{ do: 'reset', s }, report, ...effects] : [report, ...effects]]
}

export const heads: Cell<'hb'> = (session, event) => {
  const streams = { ...session.streams }
  const effects: Effect[] = []
  for (const [s, existing] of Object.entries(session.streams)) {
    const head = Math.max(existing.head, event.h[s] ?? 0)
    const watch = existing.phase !== 'loading' && !existing.watched && head > existing.received
    if (watch) effects.push({ do: 'arm', timer: 'behind', s, ms: BEHIND_MS })
    streams[s] = { ...existing, head, watched: existing.watched || watch }
  }
  const current = Object.values(streams).every((one) => one.phase === 'live' && one.cursor >= one.head)
  return [{ ...session, streams }, current ? [...effects, { do: 'confirm' }] : effects]
}
export const behind: Cell<'behind'> = (session, { s }, env) => {
  const existing = session.streams[s]
  if (!existing || existing.received >= existing.head) return [session, []]
  return gap(session, { is: 'gap', s, cursor: existing.cursor }, env)
}

export const revoke: Cell<'revoke'> = (session, { s }) => {
  const streams = { ...session.streams }
  Reflect.deleteProperty(streams, s)
  const timers: Effect[] = [
    { do: 'disarm', timer: 'behind', s },
    { do: 'disarm', timer: 'load-due', s },
  ]
  return settle({ ...session, streams }, [{ do: 'revoke', s }, ...timers])
}

export const bye: Cell<'bye'> = (session, { after }) => [{ ...session, spread: after }, []]

/** Restarts the `quiet` timer, because every frame shows that the connection works. */
export function alive([session, effects]: Step): Step {
  const quiet: Effect = { do: 'arm', timer: 'quiet', ms: QUIET_MS }
  const disarmSilence: Effect[] = session.pinged ? [{ do: 'disarm', timer: 'silence' }] : []
  return [{ ...session, pinged: false }, [quiet, ...disarmSilence, ...effects]]
}

export const ping: Cell<EventName> = (session) =>
  session.pinged ? [session, []] : sendPing(session, SILENCE_MS)

function sendPing(session: Session, ms: number): Step {
  const n = session.pings + 1
  return [
    { ...session, pings: n, pinged: true },
    [
      { do: 'send', frame: { t: 'ping', n } },
      { do: 'arm', timer: 'silence', ms },
    ],
  ]
}
/** CL9: no pong came in time. */
export const silence: Cell<'silence'> = (session, event, env) =>
  event.late > SLEPT_MS ? sendPing(session, SILENCE_MS) : wait(session, event, env)

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
  session.dictated ? [session, []] : connect({ ...session, hiddenAt: null }, event, env)

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
