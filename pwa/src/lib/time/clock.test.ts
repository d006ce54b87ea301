// The server's time on a device whose clock is wrong, and durations that no clock can stretch.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const HOUR = 3_600_000
/** The server's time when each test begins. */
const START = Date.UTC(2026, 10, 20, 12)

/** How far the device's clock is ahead of the server's, in ms. */
let skew: number
/** The ms since the test began. */
let passed: number
const stored = vi.fn()
const server = () => Math.floor((START + passed) / 1000) * 1000

beforeEach(() => {
  skew = 0
  passed = 0
  stored.mockClear()
  vi.spyOn(Date, 'now').mockImplementation(() => START + passed + skew)
  vi.spyOn(performance, 'now').mockImplementation(() => passed)
})
afterEach(() => {
  vi.restoreAllMocks()
})
async function fresh() {
  vi.resetModules()
  const clock = await import('./clock')
  clock.onOffsetChange(stored)
  return clock
}

/** Sends a request that takes `ms` each way, and learns the time from its response. */
function sample({ startTimeSample }: Awaited<ReturnType<typeof fresh>>, ms: number): void {
  const learn = startTimeSample()
  passed += ms
  const serverTime = server()
  passed += ms
  learn(serverTime)
}

describe('the server’s time', () => {
  it.each([-48 * HOUR, -HOUR, -60_000, 60_000, HOUR, 48 * HOUR])(
    'CK1 is learned from one response with a device clock %i ms ahead',
    async (ahead) => {
      skew = ahead
      const clock = await fresh()
      sample(clock, 300)
      expect(Math.abs(clock.serverNow() - START - passed)).toBeLessThanOrEqual(1_000)
      expect(stored).toHaveBeenCalledTimes(1)
      expect(clock.deviceTime(clock.serverNow())).toBe(Date.now())
    },
  )

  it('CK1 does not change for a slow response that is consistent with it', async () => {
    const clock = await fresh()
    for (const ms of [0, 10, 700, 20_000]) sample(clock, ms)
    clock.learnTime(server())
    expect(clock.serverNow()).toBe(Date.now())
    expect(stored).not.toHaveBeenCalled()
  })

  it('CK1 is the stored offset until a response arrives', async () => {
    const before = await fresh()
    skew = HOUR
    sample(before, 100)
    const clock = await fresh()
    expect(clock.serverNow() - START).toBeGreaterThan(HOUR - 1)
    clock.restoreOffset(Number(stored.mock.lastCall?.[0]))
    expect(Math.abs(clock.serverNow() - START)).toBeLessThan(2_000)
  })

  it('CK1 is learned again from a frame after the device clock is set', async () => {
    const clock = await fresh()
    for (const ahead of [HOUR, -HOUR, 0]) {
      skew = ahead
      clock.learnTime(server())
      expect(Math.abs(clock.serverNow() - START)).toBeLessThan(2_000)
    }
  })

  it('is not learned from an invalid time', async () => {
    const clock = await fresh()
    clock.learnTime(NaN)
    expect(clock.serverNow()).toBe(Date.now())
  })
})

describe('steady', () => {
  it('CK2 includes sleep and never runs backwards', async () => {
    const { steady } = await fresh()
    const begun = steady()
    passed += 500
    expect(steady() - begun).toBe(500)
    skew = -48 * HOUR
    expect(steady() - begun).toBe(500)
    passed += 500
    expect(steady() - begun).toBe(1_000)
    // `performance.now` stops while the device sleeps.
    skew += HOUR
    expect(steady() - begun).toBe(HOUR + 1_000)
  })
})
