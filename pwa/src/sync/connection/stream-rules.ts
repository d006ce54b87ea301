// The transitions of the connection's streams (loading, catching up, live), as pure functions. The table in
// session.ts selects one by state and event.
import { fullJitter } from '../../lib/time/jitter'
import type { StreamMode } from '../protocol/protocol'
import { BACKOFF, waitAfter } from './session-rules'
import type { Cell, Effect, Progress, Session, Step } from './session-types'

/** CL5: how long the changes that a heartbeat has announced may be missing. */
const BEHIND_MS = 10_000

export const ok: Cell<'ok'> = (session, { frame, offeredCursors }) => {
  const effects: Effect[] = [
    { do: 'disarm', timer: 'connect-timeout' },
    { do: 'learn', frame },
  ]
  const streams: Session['streams'] = {}
  for (const sub of frame.subs) {
    const [progress, streamEffects] = startStream(sub, offeredCursors[sub.s] ?? 0)
    streams[sub.s] = progress
    effects.push(...streamEffects)
  }
  return updateState({ ...session, state: 'syncing', streams }, effects)
}

export const subs: Cell<'subs'> = (session, event, env) => {
  const streams = { ...session.streams }
  const effects: Effect[] = []
  for (const sub of event.subs) {
    const existing = streams[sub.s]
    if (existing && sub.mode === 'bootstrap' && existing.phase === 'loading') continue
    if (existing?.isBehind) effects.push({ do: 'disarm', timer: 'behind', s: sub.s })
    if (existing && sub.mode === 'reset') {
      // Back off, because repeated resets must not become a loop without pauses.
      const tries = existing.tries + 1
      streams[sub.s] = { ...newProgress(sub), tries }
      const ms = fullJitter(tries, ...BACKOFF, env.random)
      effects.push({ do: 'reset', s: sub.s }, { do: 'arm', timer: 'load-due', s: sub.s, ms })
      continue
    }
    const mode = existing ? sub.mode : 'bootstrap'
    const [progress, streamEffects] = startStream({ ...sub, mode }, existing?.cursor ?? 0)
    streams[sub.s] = progress
    effects.push(...streamEffects)
  }
  return updateState({ ...session, streams }, effects)
}

function newProgress(sub: StreamMode): Progress {
  return { phase: 'loading', cursor: 0, received: 0, head: sub.head, tries: 0, isBehind: false }
}

function startStream(sub: StreamMode, cursor: number): [Progress, Effect[]] {
  if (sub.mode === 'resume')
    return [{ ...newProgress(sub), phase: 'catching-up', cursor, received: cursor }, []]
  const load: Effect = { do: 'load', s: sub.s }
  return [newProgress(sub), sub.mode === 'reset' ? [{ do: 'reset', s: sub.s }, load] : [load]]
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
  const isBehind = existing.isBehind && received < existing.head
  const timerEffects: Effect[] = !existing.isBehind
    ? []
    : isBehind
      ? [{ do: 'arm', timer: 'behind', s: frame.s, ms: BEHIND_MS }]
      : [{ do: 'disarm', timer: 'behind', s: frame.s }]
  const head = Math.max(existing.head, frame.to)
  return advance(session, frame.s, { received, head, isBehind }, [{ do: 'ingest', frame }, ...timerEffects])
}

export const stored: Cell<'stored'> = (session, { s, cursor }) =>
  advance(session, s, { cursor }, [{ do: 'send', frame: { t: 'ack', c: { [s]: cursor } } }])

export const mark: Cell<'live'> = (session, { s }) => advance(session, s, {}, [{ do: 'mark', s }])
export const caughtUp: Cell<'caught-up'> = (session, { s }) => {
  const [next] = advance(session, s, { phase: 'live' }, [])
  return updateState(next, [])
}

function advance(session: Session, s: string, change: Partial<Progress>, effects: Effect[]): Step {
  const existing = session.streams[s]
  if (!existing) return [session, []]
  return [{ ...session, streams: { ...session.streams, [s]: { ...existing, ...change } } }, effects]
}

/** Sets the state to 'live' once all streams are live, else to 'syncing'. */
function updateState(session: Session, effects: Effect[]): Step {
  const live = Object.values(session.streams).every((one) => one.phase === 'live')
  if (!live) return [{ ...session, state: 'syncing' }, effects]
  return [{ ...session, state: 'live', failures: 0 }, [...effects, { do: 'confirm' }]]
}

/**
 * CL2: the first gap at a cursor reconnects with that cursor. The second one also deletes the stream's rows
 * first.
 */
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
    const fellBehind = existing.phase !== 'loading' && !existing.isBehind && head > existing.received
    if (fellBehind) effects.push({ do: 'arm', timer: 'behind', s, ms: BEHIND_MS })
    streams[s] = { ...existing, head, isBehind: existing.isBehind || fellBehind }
  }
  const isUpToDate = Object.values(streams).every((one) => one.phase === 'live' && one.cursor >= one.head)
  return [{ ...session, streams }, isUpToDate ? [...effects, { do: 'confirm' }] : effects]
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
  return updateState({ ...session, streams }, [{ do: 'revoke', s }, ...timers])
}
