// Searches both state machines: every reachable state makes progress, by itself or by an action of the user.
import { describe, expect, it } from 'vitest'

import type { OutboxEntry } from '../db/rows/outbox'
import { ch, env, ok, S, sub } from '../testing/sync/session-driver'
import { plan, stepEntry, type EntryEvent } from './outbox/state-machine'
import { newSession, step } from './connection/session'
import type { Effect, Event, Session, StateName } from './connection/session-types'

interface ReachedState {
  session: Session
  timers: Set<string>
}

const FINAL: StateName[] = ['silent', 'locked', 'outdated', 'signed-out']
const TIMERS = ['retry', 'connect-timeout', 'quiet', 'silence', 'behind', 'load-due'] as const
/** Longer than the time after which a hidden page reconnects. */
const LATER = { ...env, now: env.now + 31_000 }

const EVENTS_OF_SERVER_AND_PAGE: Event[] = [
  { is: 'start' },
  { is: 'token', token: 't' },
  { is: 'token-unknown' },
  { is: 'token-rejected' },
  { is: 'opened' },
  ...[1006, 1009, 1012, 4401, 4409, 4429, 4500, 4503, 4510].map((code): Event => ({ is: 'closed', code })),
  ok(),
  ok(sub('resume', 5)),
  ok(sub('bootstrap', 5)),
  ok(sub('reset', 5)),
  ...(['resume', 'bootstrap', 'reset'] as const).map((mode): Event => ({ is: 'subs', subs: [sub(mode, 5)] })),
  ch(4, 4),
  ch(4, 5),
  { is: 'live', s: S },
  { is: 'hb', h: { [S]: 5 } },
  { is: 'hb', h: {} },
  { is: 'pong' },
  { is: 'auth_expiring' },
  { is: 'auth_ok' },
  { is: 'revoke', s: S },
  { is: 'bye', after: [0, 10] },
  { is: 'broken', why: 'bad-frame' },
  { is: 'stored', s: S, cursor: 4 },
  { is: 'stored', s: S, cursor: 5 },
  { is: 'gap', s: S, cursor: 3 },
  { is: 'caught-up', s: S },
  { is: 'loaded', offer: { s: S, e: 'k', c: 5, at: 'a' } },
  { is: 'load-failed', s: S },
  { is: 'visible' },
  { is: 'hidden' },
  { is: 'online' },
  { is: 'offline' },
  { is: 'signed-in' },
  { is: 'signed-out' },
]

function timerEvent(timer: string): Event {
  switch (timer) {
    case 'behind':
    case 'load-due':
      return { is: timer, s: S }
    case 'silence':
      return { is: 'silence', lateMs: 0 }
    default:
      return { is: timer as 'retry' | 'connect-timeout' | 'quiet' }
  }
}

function after({ session, timers }: ReachedState, event: Event, at = env): ReachedState {
  const left = new Set(timers)
  left.delete(event.is)
  const [next, effects] = step(session, event, at)
  return { session: next, timers: armedTimers(left, effects) }
}

function armedTimers(timers: Set<string>, effects: Effect[]): Set<string> {
  for (const effect of effects) {
    if (effect.do === 'disarm-all') timers.clear()
    if (effect.do === 'arm') timers.add(effect.timer)
    if (effect.do === 'disarm') timers.delete(effect.timer)
  }
  return timers
}

/** A key that is equal for states that differ only in counters and times. */
function stateKey({ session, timers }: ReachedState): string {
  const streams = Object.values(session.streams).map((one) => ({ ...one, tries: Math.min(one.tries, 2) }))
  const few = {
    failures: Math.min(session.failures, 2),
    gaps: Object.keys(session.gaps),
    lostAt: 0,
    pingCount: 0,
    streams,
  }
  return JSON.stringify([{ ...session, ...few }, [...timers].sort()])
}

/** All states that events can reach, in any order. */
function reachable(): Map<string, ReachedState> {
  const first: ReachedState = { session: newSession(true, true, env), timers: new Set() }
  const reached = new Map<string, ReachedState>()
  const queue = [after(first, { is: 'start' })]
  for (let one = queue.pop(); one; one = queue.pop()) {
    const key = stateKey(one)
    if (reached.has(key)) continue
    reached.set(key, one)
    for (const event of EVENTS_OF_SERVER_AND_PAGE) queue.push(after(one, event))
    queue.push(after(one, { is: 'visible' }, LATER))
    for (const timer of one.timers)
      queue.push(
        after(one, timerEvent(timer)),
        ...(timer === 'silence' ? [after(one, { is: 'silence', lateMs: 9_000 })] : []),
      )
  }
  return reached
}

/** The next event from a server and a network without faults. */
function nextGoodEvent({ session, timers }: ReachedState): Event {
  const { needsFreshToken, streams } = session
  if (session.state === 'connecting')
    return timers.has('connect-timeout') && needsFreshToken ? { is: 'token', token: 't' } : { is: 'opened' }
  if (session.state === 'hello') return ok(sub('resume', 5))
  if (session.isPongMissing) return { is: 'pong' }
  if (streams[S]?.phase === 'loading')
    return timers.has('load-due') ? timerEvent('load-due') : { is: 'subs', subs: [sub('resume', 5)] }
  if (streams[S]?.phase === 'catching-up') return { is: 'caught-up', s: S }
  return timerEvent('retry')
}

describe('the connection', () => {
  const states = [...reachable().values()]

  it('LV1 the search reaches every state', () => {
    expect(new Set(states.map(({ session }) => session.state)).size).toBe(10)
    expect(states.length).toBeGreaterThan(500)
  })

  it('LV1 has a timer in every reachable state that is not terminal', () => {
    const stuck = states.filter(
      ({ session, timers }) => !FINAL.includes(session.state) && !TIMERS.some((timer) => timers.has(timer)),
    )
    expect(stuck.map(stateKey)).toEqual([])
  })

  it('LV1 has no timer in a terminal state', () => {
    const busy = states.filter(({ session, timers }) => FINAL.includes(session.state) && timers.size > 0)
    expect(busy.map(stateKey)).toEqual([])
  })

  it('LV2 is live again a few steps after the last fault, from every state', () => {
    const late = states.filter((from) => {
      if (FINAL.includes(from.session.state)) return false
      let now = from
      for (let i = 0; i < 8 && now.session.state !== 'live'; i += 1) {
        const next = nextGoodEvent(now)
        if (TIMERS.some((timer) => timer === next.is) && !now.timers.has(next.is)) return true
        now = after(now, next)
      }
      return now.session.state !== 'live'
    })
    expect(late.map(stateKey)).toEqual([])
  })

  it('LV2 leaves a terminal state only after an action of the user', () => {
    const out = (state: StateName, event: Event) =>
      states
        .filter(({ session }) => session.state === state)
        .every((from) => after(from, event).session.state === 'connecting')
    expect(out('silent', { is: 'visible' })).toBe(true)
    expect(out('signed-out', { is: 'signed-in' })).toBe(true)
    expect(out('locked', { is: 'signed-in' })).toBe(true)
    const outdated = states.filter(({ session }) => session.state === 'outdated')
    for (const event of EVENTS_OF_SERVER_AND_PAGE)
      expect(outdated.every((from) => after(from, event).session.state === 'outdated')).toBe(true)
  })
})

describe('the outbox', () => {
  const NOW = 1_000_000
  const MAX_DELAY_MS = 300_000
  const EVENTS: EntryEvent[] = [
    { is: 'take', tab: 't' },
    { is: 'later', why: 'network', after: 0 },
    { is: 'later', why: 'timeout', after: 0 },
    { is: 'later', why: 'busy', after: MAX_DELAY_MS },
    { is: 'unauthorized' },
    { is: 'rejected', code: 'invalid', message: '' },
    { is: 'rejected', code: 'message_id_taken', message: '' },
    { is: 'lease-over' },
    { is: 'sign-in-needed' },
    { is: 'signed-in' },
    { is: 'net-back' },
    { is: 'accepted' },
    { is: 'hurry' },
    { is: 'retry', id: 'b' },
    { is: 'edit', id: 'b', text: 'x' },
    { is: 'discard' },
    { is: 'taken-back' },
    { is: 'rejected', code: 'already_read', message: '' },
    { is: 'later', why: 'network', after: 0, unsent: true },
    { is: 'renew', tab: 't' },
  ]
  const entry: OutboxEntry = {
    id: 'a',
    lane: 'a',
    n: 1,
    kind: 'messages.send',
    body: { id: 'a', client_id: 'c', content: 'text' },
    created_at: '',
    state: 'queued',
    attempts: 0,
    next_at: NOW,
    lease: null,
    error: null,
    unconfirmed: false,
  }

  function reachableEntries(): OutboxEntry[] {
    const reached = new Map<string, OutboxEntry>()
    const queue = [entry]
    for (let one = queue.pop(); one; one = queue.pop()) {
      const key = JSON.stringify({ ...one, id: '', body: '', attempts: Math.min(one.attempts, 20) })
      if (reached.has(key)) continue
      reached.set(key, one)
      for (const event of EVENTS) {
        for (const random of [0, 0.999]) {
          const next = stepEntry(one, event, { now: NOW, random: () => random })
          if (typeof next === 'object') queue.push(next)
        }
      }
    }
    return [...reached.values()]
  }

  it('LV3 tries every waiting entry within 5 minutes of the last fault, or waits for a sign-in or the user', () => {
    const entries = reachableEntries()
    expect(entries.length).toBeGreaterThan(50)
    for (const one of entries) {
      const { send, expired, wakeAt } = plan([one], new Set(), NOW)
      if (one.state === 'refused' || one.state === 'waiting-for-sign-in')
        expect([send, expired, wakeAt]).toEqual([[], [], null])
      else
        expect(
          send.length + expired.length === 1 ||
            (wakeAt !== null && wakeAt > NOW && wakeAt <= NOW + MAX_DELAY_MS),
        ).toBe(true)
    }
  })
})
