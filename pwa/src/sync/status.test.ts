// What a person is told of the connection.
import { describe, expect, it } from 'vitest'

import { env, ok, play, sub, toHello, toLive } from '../testing/session-play'
import { newSession } from './session'
import type { Event } from './session-types'
import { linkOf } from './status'

const SINCE = Date.UTC(2026, 10, 21, 14, 2)
const link = (...events: Event[]) => linkOf(play(events).session, SINCE)
const offline = { is: 'offline', since: '2026-11-21T14:02:00.000Z' }

describe('linkOf', () => {
  it('is live, or says how many changes are missing', () => {
    expect(link(...toLive)).toEqual({ is: 'live' })
    expect(link(...toHello, ok(sub('resume', 6)))).toEqual({ is: 'catching-up', behind: 3 })
    expect(link(...toHello, ok(sub('bootstrap', 5_000)))).toEqual({ is: 'catching-up', behind: 0 })
  })

  it('does not make a fuss about one failed attempt', () => {
    expect(link({ is: 'start' })).toEqual({ is: 'connecting' })
    expect(link(...toLive, { is: 'closed', code: 1006 })).toEqual({ is: 'connecting' })
    const again: Event[] = [{ is: 'closed', code: 1006 }, { is: 'retry' }, { is: 'token', token: 't' }]
    expect(link(...toLive, ...again, ...again)).toEqual(offline)
  })

  it('is offline at once when the browser says so and nothing answers', () => {
    expect(link(...toLive, { is: 'offline' })).toEqual(offline)
    expect(link(...toLive, { is: 'offline' }, { is: 'pong' })).toEqual({ is: 'live' })
    expect(linkOf(newSession(false, true, env), SINCE)).toEqual(offline)
  })

  it('names what only a person can change', () => {
    expect(link(...toLive, { is: 'closed', code: 4503 })).toEqual({ is: 'locked' })
    expect(link(...toLive, { is: 'closed', code: 4510 })).toEqual({ is: 'outdated' })
    expect(link(...toLive, { is: 'signed-out' })).toEqual({ is: 'signed-out' })
  })
})
