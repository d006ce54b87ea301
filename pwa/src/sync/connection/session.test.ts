// The connection's state machine, event by event: the way to live, gaps, liveness and tokens.
import { describe, expect, it } from 'vitest'

import { ch, actions, env, ok, play, S, sub, toHello, toLive } from '../../testing/sync/session-driver'
import { step } from './session'
import type { Event } from './session-types'

describe('the way to live', () => {
  it('goes from a token over hello and catching up to live', () => {
    expect(play(toHello.slice(0, 1)).session.state).toBe('connecting')
    expect(actions(play(toHello).last)).toEqual(['hello', 'arm'])
    const syncing = play([...toHello, ok(sub('resume'))])
    expect(syncing.session.state).toBe('syncing')
    expect(play(toLive).session).toMatchObject({ state: 'live', failures: 0 })
  })

  it('is live at once when there is no stream to follow', () => {
    expect(play([...toHello, ok()]).session.state).toBe('live')
  })

  it('loads a stream without a cursor, and drops a reset one first', () => {
    expect(actions(play([...toHello, ok(sub('bootstrap'))]).last)).toContain('load')
    const reset = actions(play([...toHello, ok(sub('reset'))]).last)
    expect(reset.indexOf('reset')).toBeLessThan(reset.indexOf('load'))
    expect(reset).toContain('reset')
  })

  it('HE4 learns which streams there are before it loads one', () => {
    const done = actions(play([...toHello, ok(sub('bootstrap'))]).last)
    expect(done.filter((action) => action === 'learn' || action === 'load')).toEqual(['learn', 'load'])
  })

  it('offers the position after a first load and is live only after `live`', () => {
    const loaded = play([
      ...toHello,
      ok(sub('bootstrap')),
      { is: 'loaded', offer: { s: S, e: 'k1', c: 7, at: 'a7' } },
    ])
    expect(loaded.last).toContainEqual({
      do: 'send',
      frame: { t: 'sub', subs: [{ s: S, e: 'k1', c: 7, at: 'a7' }] },
    })
    const subbed = play([{ is: 'subs', subs: [sub('resume', 9)] }], loaded.session)
    expect(subbed.session).toMatchObject({
      state: 'syncing',
      streams: { [S]: { phase: 'catching-up', cursor: 7 } },
    })
    expect(play([{ is: 'caught-up', s: S }], subbed.session).session.state).toBe('live')
  })

  it('acknowledges what is stored, and only that', () => {
    const { session, last } = play([...toLive, ch(4, 4)])
    expect(actions(last)).not.toContain('send')
    expect(play([{ is: 'stored', s: S, cursor: 4 }], session).last).toEqual([
      { do: 'send', frame: { t: 'ack', c: { [S]: 4 } } },
    ])
  })

  it('waits longer before each further try of a first load', () => {
    const failed = play([
      ...toHello,
      ok(sub('bootstrap')),
      { is: 'load-failed', s: S },
      { is: 'load-failed', s: S },
    ])
    expect(failed.last).toContainEqual({ do: 'arm', timer: 'load-due', s: S, ms: 500 })
    expect(actions(play([{ is: 'load-due', s: S }], failed.session).last)).toContain('load')
  })
})

describe('gaps', () => {
  const gap: Event = { is: 'gap', s: S, cursor: 3 }

  it('CL2 a gap reconnects once with its cursor', () => {
    const { session, last } = play([...toLive, gap])
    expect(session.state).toBe('waiting')
    expect(actions(last)).not.toContain('reset')
    expect(actions(last)).toContain('close')
  })

  it('CL2 a second gap at the same cursor is a reset', () => {
    const first = play([...toLive, gap]).session
    const second = play([{ is: 'retry' }, ...toLive.slice(1), gap], first)
    expect(second.last[0]).toEqual({ do: 'reset', s: S })
    expect(second.session.gaps).toEqual({})
  })

  it('CL2 a gap at another cursor is a first gap again', () => {
    const first = play([...toLive, gap]).session
    expect(
      actions(play([{ is: 'retry' }, ...toLive.slice(1), { is: 'gap', s: S, cursor: 4 }], first).last),
    ).not.toContain('reset')
  })

  it('CL5 a heartbeat head that no change follows within 10 s is a gap', () => {
    const { session, last } = play([...toLive, { is: 'hb', h: { [S]: 4 } }])
    expect(last).toContainEqual({ do: 'arm', timer: 'behind', s: S, ms: 10_000 })
    const due = play([{ is: 'behind', s: S }], session)
    expect(due.session).toMatchObject({ state: 'waiting', gaps: { [S]: 3 } })
  })

  it('CL5 changes that follow the heartbeat end the wait, even while they are being stored', () => {
    const { session, last } = play([...toLive, { is: 'hb', h: { [S]: 4 } }, ch(4, 4)])
    expect(last).toContainEqual({ do: 'disarm', timer: 'behind', s: S })
    expect(play([{ is: 'behind', s: S }], session).session.state).toBe('live')
  })

  it('CL5 a heartbeat that agrees confirms that the device is up to date', () => {
    expect(actions(play([...toLive, { is: 'hb', h: { [S]: 3 } }]).last)).toContain('confirm')
    expect(actions(play([...toLive, { is: 'hb', h: { [S]: 4 } }]).last)).not.toContain('confirm')
  })
})

describe('liveness', () => {
  it('CL9 silence alone asks, and only an unanswered ping ends the connection', () => {
    const pinged = play([...toLive, { is: 'quiet' }])
    expect(pinged.last).toEqual([
      { do: 'send', frame: { t: 'ping', n: 1 } },
      { do: 'arm', timer: 'silence', ms: 10_000 },
    ])
    expect(pinged.session.state).toBe('live')
    expect(play([{ is: 'silence', late: 0 }], pinged.session).session.state).toBe('waiting')
    expect(play([{ is: 'pong' }, { is: 'quiet' }], pinged.session).session).toMatchObject({
      state: 'live',
      pings: 2,
    })
  })

  it('CL9 a timer that fires late after sleep asks once more', () => {
    const { session, last } = play([...toLive, { is: 'quiet' }, { is: 'silence', late: 60_000 }])
    expect([session.state, actions(last)]).toEqual(['live', ['send', 'arm']])
  })

  it('CL9 online and offline are hints that ask, never truths', () => {
    expect(play([...toLive, { is: 'offline' }]).session.state).toBe('live')
    expect(actions(play([...toLive, { is: 'offline' }]).last)).toEqual(['send', 'arm'])
  })

  it('CL11 reopens after more than 30 s in the background, and asks after less, for an answer within 3 s', () => {
    const hidden = play([...toLive, { is: 'quiet' }, { is: 'hidden' }]).session
    const soon = step(hidden, { is: 'visible' }, { ...env, now: env.now + 5_000 })
    expect(soon[0].state).toBe('live')
    expect(soon[1]).toEqual([
      { do: 'send', frame: { t: 'ping', n: 2 } },
      { do: 'arm', timer: 'silence', ms: 3_000 },
    ])
    expect(play([{ is: 'silence', late: 0 }], soon[0]).session.state).toBe('waiting')
    const late = step(hidden, { is: 'visible' }, { ...env, now: env.now + 31_000 })
    expect(late[0].state).toBe('connecting')
  })

  it('gives a socket that does not open 8 s', () => {
    const { session, last } = play(toHello.slice(0, 2))
    expect(last).toContainEqual({ do: 'arm', timer: 'connect-timeout', ms: 8_000 })
    expect(play([{ is: 'connect-timeout' }], session).session.state).toBe('waiting')
  })
})

describe('tokens', () => {
  it('renews a token that is about to end on the open connection', () => {
    const { session, last } = play([...toLive, { is: 'auth_expiring' }])
    expect(last).toContainEqual({ do: 'get-token', fresh: true })
    expect(play([{ is: 'token', token: 'new' }], session).last).toEqual([
      { do: 'send', frame: { t: 'auth', token: 'new' } },
    ])
  })

  it('an unknown session waits, a refused one is signed out until the next sign-in', () => {
    expect(play([{ is: 'start' }, { is: 'token-unknown' }]).session.state).toBe('waiting')
    const out = play([{ is: 'start' }, { is: 'token-refused' }])
    expect(out.session.state).toBe('signed-out')
    expect(play([{ is: 'online' }, { is: 'visible' }], out.session).session.state).toBe('signed-out')
    expect(play([{ is: 'signed-in' }], out.session).session.state).toBe('connecting')
  })
})
