// The connection's state machine, event by event: the way to live, gaps, liveness and tokens.
import { describe, expect, it } from 'vitest'

import {
  ch,
  actions,
  env,
  ok,
  runEvents,
  S,
  sub,
  helloEvents,
  liveEvents,
} from '../../testing/sync/session-driver'
import { step } from './session'
import type { Event } from './session-types'

describe('from start to live', () => {
  it('requests a token, sends hello, catches up, and is live', () => {
    expect(runEvents(helloEvents.slice(0, 1)).session.state).toBe('connecting')
    expect(actions(runEvents(helloEvents).last)).toEqual(['hello', 'arm'])
    const syncing = runEvents([...helloEvents, ok(sub('resume'))])
    expect(syncing.session.state).toBe('syncing')
    expect(runEvents(liveEvents).session).toMatchObject({ state: 'live', failures: 0 })
  })

  it('is live at once when there is no stream to follow', () => {
    expect(runEvents([...helloEvents, ok()]).session.state).toBe('live')
  })

  it('loads a stream without a cursor, and drops a reset one first', () => {
    expect(actions(runEvents([...helloEvents, ok(sub('bootstrap'))]).last)).toContain('load')
    const reset = actions(runEvents([...helloEvents, ok(sub('reset'))]).last)
    expect(reset.indexOf('reset')).toBeLessThan(reset.indexOf('load'))
    expect(reset).toContain('reset')
  })

  it('HE4 waits for the list of streams before it loads one', () => {
    const done = actions(runEvents([...helloEvents, ok(sub('bootstrap'))]).last)
    expect(done.filter((action) => action === 'learn' || action === 'load')).toEqual(['learn', 'load'])
  })

  it('sends the cursor after a first load, and is live only after `live`', () => {
    const loaded = runEvents([
      ...helloEvents,
      ok(sub('bootstrap')),
      { is: 'loaded', offer: { s: S, e: 'k1', c: 7, at: 'a7' } },
    ])
    expect(loaded.last).toContainEqual({
      do: 'send',
      frame: { t: 'sub', subs: [{ s: S, e: 'k1', c: 7, at: 'a7' }] },
    })
    const subbed = runEvents([{ is: 'subs', subs: [sub('resume', 9)] }], loaded.session)
    expect(subbed.session).toMatchObject({
      state: 'syncing',
      streams: { [S]: { phase: 'catching-up', cursor: 7 } },
    })
    expect(runEvents([{ is: 'caught-up', s: S }], subbed.session).session.state).toBe('live')
  })

  it('acknowledges only stored changes', () => {
    const { session, last } = runEvents([...liveEvents, ch(4, 4)])
    expect(actions(last)).not.toContain('send')
    expect(runEvents([{ is: 'stored', s: S, cursor: 4 }], session).last).toEqual([
      { do: 'send', frame: { t: 'ack', c: { [S]: 4 } } },
    ])
  })

  it('waits longer before each retry of a first load', () => {
    const failed = runEvents([
      ...helloEvents,
      ok(sub('bootstrap')),
      { is: 'load-failed', s: S },
      { is: 'load-failed', s: S },
    ])
    expect(failed.last).toContainEqual({ do: 'arm', timer: 'load-due', s: S, ms: 500 })
    expect(actions(runEvents([{ is: 'load-due', s: S }], failed.session).last)).toContain('load')
  })
})

describe('gaps', () => {
  const gap: Event = { is: 'gap', s: S, cursor: 3 }

  it('CL2 reconnects once with its cursor after a gap', () => {
    const { session, last } = runEvents([...liveEvents, gap])
    expect(session.state).toBe('waiting')
    expect(actions(last)).not.toContain('reset')
    expect(actions(last)).toContain('close')
  })

  it('CL2 resets the stream after a second gap at the same cursor', () => {
    const first = runEvents([...liveEvents, gap]).session
    const second = runEvents([{ is: 'retry' }, ...liveEvents.slice(1), gap], first)
    expect(second.last[0]).toEqual({ do: 'reset', s: S })
    expect(second.session.gaps).toEqual({})
  })

  it('CL2 handles a gap at another cursor as a first gap', () => {
    const first = runEvents([...liveEvents, gap]).session
    expect(
      actions(
        runEvents([{ is: 'retry' }, ...liveEvents.slice(1), { is: 'gap', s: S, cursor: 4 }], first).last,
      ),
    ).not.toContain('reset')
  })

  it('CL5 reports a gap if no change follows the head of a heartbeat within 10 s', () => {
    const { session, last } = runEvents([...liveEvents, { is: 'hb', h: { [S]: 4 } }])
    expect(last).toContainEqual({ do: 'arm', timer: 'behind', s: S, ms: 10_000 })
    const due = runEvents([{ is: 'behind', s: S }], session)
    expect(due.session).toMatchObject({ state: 'waiting', gaps: { [S]: 3 } })
  })

  it('CL5 ends the wait when changes follow the heartbeat, even before they are stored', () => {
    const { session, last } = runEvents([...liveEvents, { is: 'hb', h: { [S]: 4 } }, ch(4, 4)])
    expect(last).toContainEqual({ do: 'disarm', timer: 'behind', s: S })
    expect(runEvents([{ is: 'behind', s: S }], session).session.state).toBe('live')
  })

  it.each(['reset', 'bootstrap', 'resume'] as const)(
    'CL5 stops waiting for the changes of a stream that begins again by %s',
    (mode) => {
      const behind = runEvents([...liveEvents, { is: 'hb', h: { [S]: 9 } }])
      const { last } = runEvents([{ is: 'subs', subs: [sub(mode, 9)] }], behind.session)
      expect(last).toContainEqual({ do: 'disarm', timer: 'behind', s: S })
    },
  )

  it('CL5 is up to date after a heartbeat with the head of its cursor', () => {
    expect(actions(runEvents([...liveEvents, { is: 'hb', h: { [S]: 3 } }]).last)).toContain('confirm')
    expect(actions(runEvents([...liveEvents, { is: 'hb', h: { [S]: 4 } }]).last)).not.toContain('confirm')
  })
})

describe('liveness', () => {
  it('CL9 sends a ping after silence, and closes the connection only without a pong', () => {
    const pinged = runEvents([...liveEvents, { is: 'quiet' }])
    expect(pinged.last).toEqual([
      { do: 'send', frame: { t: 'ping', n: 1 } },
      { do: 'arm', timer: 'silence', ms: 10_000 },
    ])
    expect(pinged.session.state).toBe('live')
    expect(runEvents([{ is: 'silence', lateMs: 0 }], pinged.session).session.state).toBe('waiting')
    expect(runEvents([{ is: 'pong' }, { is: 'quiet' }], pinged.session).session).toMatchObject({
      state: 'live',
      pingCount: 2,
    })
  })

  it('CL9 sends another ping if the timer fires late after sleep', () => {
    const { session, last } = runEvents([...liveEvents, { is: 'quiet' }, { is: 'silence', lateMs: 60_000 }])
    expect([session.state, actions(last)]).toEqual(['live', ['send', 'arm']])
  })

  it('CL9 sends a ping after an online or offline event, and does not trust the event', () => {
    expect(runEvents([...liveEvents, { is: 'offline' }]).session.state).toBe('live')
    expect(actions(runEvents([...liveEvents, { is: 'offline' }]).last)).toEqual(['send', 'arm'])
  })

  it('CL11 reconnects after more than 30 s in the background; after less, expects a pong within 3 s', () => {
    const hidden = runEvents([...liveEvents, { is: 'quiet' }, { is: 'hidden' }]).session
    const soon = step(hidden, { is: 'visible' }, { ...env, now: env.now + 5_000 })
    expect(soon[0].state).toBe('live')
    expect(soon[1]).toEqual([
      { do: 'send', frame: { t: 'ping', n: 2 } },
      { do: 'arm', timer: 'silence', ms: 3_000 },
    ])
    expect(runEvents([{ is: 'silence', lateMs: 0 }], soon[0]).session.state).toBe('waiting')
    const late = step(hidden, { is: 'visible' }, { ...env, now: env.now + 31_000 })
    expect(late[0].state).toBe('connecting')
  })

  it('closes a socket that does not open within 8 s', () => {
    const { session, last } = runEvents(helloEvents.slice(0, 2))
    expect(last).toContainEqual({ do: 'arm', timer: 'connect-timeout', ms: 8_000 })
    expect(runEvents([{ is: 'connect-timeout' }], session).session.state).toBe('waiting')
  })
})

describe('tokens', () => {
  it('renews an expiring token on the open connection', () => {
    const { session, last } = runEvents([...liveEvents, { is: 'auth_expiring' }])
    expect(last).toContainEqual({ do: 'get-token', fresh: true })
    expect(runEvents([{ is: 'token', token: 'new' }], session).last).toEqual([
      { do: 'send', frame: { t: 'auth', token: 'new' } },
    ])
  })

  it('retries if the session cannot be read, and is signed out after a rejected token', () => {
    expect(runEvents([{ is: 'start' }, { is: 'token-unknown' }]).session.state).toBe('waiting')
    const out = runEvents([{ is: 'start' }, { is: 'token-rejected' }])
    expect(out.session.state).toBe('signed-out')
    expect(runEvents([{ is: 'online' }, { is: 'visible' }], out.session).session.state).toBe('signed-out')
    expect(runEvents([{ is: 'signed-in' }], out.session).session.state).toBe('connecting')
  })
})
