// The connection's whole state table: it is complete, and no state is stuck.
import { describe, expect, it } from 'vitest'

import { seeded, seeds } from '../../testing/seeded-random'
import { ch, env, ok, S, sub, liveEvents } from '../../testing/sync/session-driver'
import { newSession, step, TABLE } from './session'
import { STATES, type Effect, type Event, type StateName } from './session-types'

describe('the transition table', () => {
  it('has one cell for every state and every event', () => {
    for (const row of Object.values(TABLE)) expect(row).toHaveLength(STATES.length)
  })

  /** Applies effects to the set of armed timers. */
  function track(timers: Set<string>, effects: Effect[]): void {
    for (const effect of effects) {
      if (effect.do === 'disarm-all') timers.clear()
      if (effect.do === 'arm') timers.add(effect.timer)
      if (effect.do === 'disarm') timers.delete(effect.timer)
    }
  }

  const TIMERS_OF: Record<StateName, string[]> = {
    connecting: ['connect-timeout'],
    hello: ['connect-timeout'],
    syncing: ['quiet', 'silence'],
    live: ['quiet', 'silence'],
    waiting: ['retry'],
    offline: ['retry'],
    silent: [],
    locked: [],
    outdated: [],
    'signed-out': [],
  }

  it.each(seeds(4, 40))('every state that is not terminal has a timer (seed %i)', (seed) => {
    const random = seeded(seed)
    const events = (): Event[] => [
      ...liveEvents,
      ch(4, 5),
      ok(sub('bootstrap')),
      ok(sub('reset')),
      { is: 'subs', subs: [sub(random.pick(['resume', 'bootstrap', 'reset']), 6)] },
      { is: 'hb', h: { [S]: random.int(0, 9) } },
      { is: 'pong' },
      { is: 'auth_expiring' },
      { is: 'auth_ok' },
      { is: 'revoke', s: S },
      { is: 'bye', after: [0, 10] },
      { is: 'stored', s: S, cursor: random.int(0, 9) },
      { is: 'gap', s: S, cursor: random.int(3, 4) },
      { is: 'loaded', offer: { s: S, e: 'k', c: 4, at: 'a' } },
      { is: 'load-failed', s: S },
      { is: 'closed', code: random.pick([1006, 1012, 4401, 4429, 4409]) },
      { is: 'token-unknown' },
      { is: 'visible' },
      { is: 'hidden' },
      { is: 'online' },
      { is: 'offline' },
      { is: 'signed-in' },
      { is: 'broken', why: 'bad-frame' },
    ]
    const firing = (timers: Set<string>): Event[] =>
      [...timers].flatMap((timer): Event[] => {
        if (timer === 'behind' || timer === 'load-due') return [{ is: timer, s: S }]
        if (timer === 'silence') return [{ is: 'silence', lateMs: random.int(0, 4_000) }]
        if (timer === 'retry' || timer === 'connect-timeout' || timer === 'quiet') return [{ is: timer }]
        return []
      })
    let [session, effects] = step(newSession(true, true, env), { is: 'start' }, env)
    const timers = new Set<string>()
    track(timers, effects)
    for (let i = 0; i < 3_000; i += 1) {
      const event = random.pick([...events(), ...firing(timers), ...firing(timers)])
      if ('is' in event && timers.has(event.is)) timers.delete(event.is)
      else if (['retry', 'connect-timeout', 'quiet', 'silence', 'behind', 'load-due'].includes(event.is))
        continue
      ;[session, effects] = step(session, event, { now: env.now + i * 1000, random: random.next })
      track(timers, effects)
      const needed = TIMERS_OF[session.state]
      expect(
        needed.length === 0 || needed.some((timer) => timers.has(timer)),
        `${session.state} after ${event.is}`,
      ).toBe(true)
    }
  })
})
