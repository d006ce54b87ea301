// How the connection's state machine reacts to each close code, and how long it waits before it reconnects.
import { describe, expect, it } from 'vitest'

import {
  actions,
  env,
  ok,
  runEvents,
  retryMs,
  helloEvents,
  liveEvents,
} from '../../testing/sync/session-driver'
import { step } from './session'
import type { Event } from './session-types'

describe('closing', () => {
  const close = (code: number, before: Event[] = liveEvents) => runEvents([...before, { is: 'closed', code }])

  it.each([1006, 1012, 4001, 4008, 4401, 4408, 4429, 4444])('CC1 reconnects after %i', (code) => {
    const { session, last } = close(code)
    expect(session.state).toBe('waiting')
    expect(retryMs(last)).toBeDefined()
  })

  it.each([
    [4500, 'outdated'],
    [4503, 'locked'],
    [4510, 'outdated'],
    [4777, 'outdated'],
    [1009, 'outdated'],
  ] as const)('CL8 ends after %i with the state %s, without a timer', (code, state) => {
    const { session, last } = close(code)
    expect(session.state).toBe(state)
    expect(actions(last)).not.toContain('arm')
    const hints: Event[] = [
      { is: 'online' },
      { is: 'visible' },
      { is: 'start' },
      { is: 'retry' },
      { is: 'hidden' },
    ]
    expect(runEvents(hints, session)).toMatchObject({ session: { state }, all: [] })
  })

  it('CL8 locks the replica after 4503, and reports 4500', () => {
    expect(actions(close(4503).last)).toContain('lock')
    expect(actions(close(4500).last)).toContain('report')
  })

  it('CC1 requests a new token after 4401 before it reconnects', () => {
    const { session } = close(4401)
    expect(runEvents([{ is: 'retry' }], session).last).toContainEqual({ do: 'get-token', fresh: true })
  })

  it('CC1 stays silent after 4409 until the user opens this tab again', () => {
    const { session, last } = close(4409)
    expect([session.state, actions(last)]).toEqual(['silent', ['disarm-all', 'close']])
    expect(runEvents([{ is: 'visible' }], session).session.state).toBe('connecting')
  })

  it('CL7 waits a random time of up to half of the time without a connection, within 0.5 s to 30 s', () => {
    let session = runEvents(helloEvents).session
    const waits: number[] = []
    for (const lost of [0, 300, 2_000, 8_000, 60_000, 3_600_000]) {
      const at = { now: env.now + lost, random: () => 1 }
      const [waiting, effects] = step(session, { is: 'closed', code: 1006 }, at)
      waits.push(retryMs(effects) ?? -1)
      session = runEvents([{ is: 'retry' }, ...helloEvents.slice(1)], waiting).session
    }
    expect(waits).toEqual([500, 500, 1_000, 4_000, 30_000, 30_000])
    const live = runEvents([ok(), { is: 'closed', code: 1006 }], session)
    expect(retryMs(live.last)).toBe(250)
  })

  it('CL7 reconnects within the spread of `bye`, and no hint shortens the wait', () => {
    const { session, last } = runEvents([
      ...liveEvents,
      { is: 'bye', after: [1000, 15000] },
      { is: 'closed', code: 1012 },
    ])
    expect(retryMs(last)).toBe(8000)
    expect(runEvents([{ is: 'online' }, { is: 'visible' }], session).session.state).toBe('waiting')
    expect(runEvents([{ is: 'retry' }], session).session).toMatchObject({
      state: 'connecting',
      isWaitRequested: false,
    })
  })

  it('CL7 reconnects after 4429 within the spread of the `bye` before it, or within a default', () => {
    expect(retryMs(close(4429).last)).toBe(8000)
    const rateLimited = runEvents([
      ...helloEvents,
      { is: 'bye', after: [5_000, 6_000] },
      { is: 'closed', code: 4429 },
    ])
    expect(retryMs(rateLimited.last)).toBe(5_500)
    expect(retryMs(close(4429, [...helloEvents, { is: 'bye', after: [2000, 3000] }]).last)).toBe(2500)
  })
})
