// Many devices that lose their connections to the server at the same time.
import { describe, expect, it } from 'vitest'

import { seeded } from '../../testing/seeded-random'
import { runEvents, retryMs, liveEvents } from '../../testing/sync/session-driver'
import { step } from './session'

const DEVICES = 1_000

/** For a server that is down from 0 to `backMs`: when each device reconnects, in ms after `backMs`. */
function reconnectTimes(backMs: number, seed: number): number[] {
  const random = seeded(seed)
  return Array.from({ length: DEVICES }, () => {
    let session = runEvents(liveEvents).session
    for (let at = 0; ;) {
      const [waiting, effects] = step(session, { is: 'closed', code: 1006 }, { now: at, random: random.next })
      at += retryMs(effects) ?? NaN
      if (at >= backMs) return at - backMs
      session = runEvents([{ is: 'retry' }, { is: 'token', token: 't' }], waiting).session
    }
  })
}

describe('a server restart', () => {
  it.each([
    [0, 500],
    [2_500, 1_250],
    [4_000, 2_000],
    [8_000, 4_000],
  ])(
    'CL7 after %i ms without a server, 1,000 devices reconnect within %i ms, and never all of them at once',
    (away, most) => {
      for (const seed of [1, 2, 3]) {
        const times = reconnectTimes(away, seed).sort((a, b) => a - b)
        expect(times.at(-1)).toBeLessThanOrEqual(most)
        for (const start of times) {
          const together = times.filter((time) => time >= start && time < start + most / 10).length
          expect(together).toBeLessThan(DEVICES / 3)
        }
      }
    },
  )
})
