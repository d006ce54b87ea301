// The leader election among tabs.
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest'

import { testLocks, testPage, type TestPage } from '../../testing/sync/device-environment'
import { joinElection, type Leadership } from './leader'
import type { Locks } from './locks'
import type { TabMessage, Tabs } from './channel'

interface Part {
  leadership: Leadership
  page: TestPage
  stopped: Mock<() => Promise<void>>
  /**
   * Stops the tab's messages in both directions while it keeps its lock, like a tab that is frozen without an
   * event.
   */
  freeze: () => void
  thaw: () => void
}

const parts: Part[] = []
let listeners: Set<(message: TabMessage) => void>
let wants: number

beforeEach(() => {
  vi.useFakeTimers()
  listeners = new Set()
  wants = 0
})
afterEach(async () => {
  for (const part of parts.splice(0)) {
    part.thaw()
    await part.leadership.stop()
  }
  vi.useRealTimers()
})

function tab(locks: Locks | null, page: TestPage = testPage()): Part {
  let frozen = false
  const own = new Set<(message: TabMessage) => void>()
  const tabs: Tabs = {
    post(message) {
      if (frozen) return
      if (message.is === 'want') wants += 1
      for (const receive of [...listeners]) if (!own.has(receive)) receive(message)
    },
    listen(receive) {
      const unlessFrozen = (message: TabMessage): void => {
        if (!frozen) receive(message)
      }
      own.add(unlessFrozen)
      listeners.add(unlessFrozen)
      return () => listeners.delete(unlessFrozen)
    },
    close: () => undefined,
  }
  const stopped = vi.fn(() => Promise.resolve())
  const leadership = joinElection('u', locks, tabs, page, () => stopped)
  const part = {
    leadership,
    page,
    stopped,
    freeze: () => void (frozen = true),
    thaw: () => void (frozen = false),
  }
  parts.push(part)
  return part
}
const leading = (...ofThese: Part[]) => ofThese.map((part) => part.leadership.leads())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('leadership', () => {
  it('TB1 one tab is the leader, and another takes over when it closes', async () => {
    const locks = testLocks()
    const [first, second] = [tab(locks), tab(locks)]
    await pass(0)
    expect(leading(first, second)).toEqual([true, false])
    await first.leadership.stop()
    expect(first.stopped).toHaveBeenCalledTimes(1)
    await pass(0)
    expect(leading(second)).toEqual([true])
  })

  it('TB1 every tab is a leader without locks', async () => {
    const [first, second] = [tab(null), tab(null)]
    await pass(20_000)
    expect([leading(first, second), first.stopped.mock.calls.length]).toEqual([[true, true], 0])
  })

  it('TB2 passes at once from a hidden tab to a visible one, and stays with a visible one', async () => {
    const locks = testLocks()
    const hidden = tab(locks, testPage(false))
    await pass(0)
    const visible = tab(locks)
    await pass(0)
    expect(leading(hidden, visible)).toEqual([false, true])
    expect(hidden.stopped).toHaveBeenCalledTimes(1)
    hidden.page.emit('visible')
    await pass(60_000)
    expect(leading(hidden, visible)).toEqual([false, true])
  })

  it('TB2 a leader that is hidden hands over within 3 s', async () => {
    const locks = testLocks()
    const [first, second] = [tab(locks), tab(locks)]
    await pass(9_000)
    first.page.emit('hidden')
    await pass(3_000)
    expect(leading(first, second)).toEqual([false, true])
  })

  it('TB2 stays with a hidden tab while no other tab is visible', async () => {
    const locks = testLocks()
    const [first, second] = [tab(locks, testPage(false)), tab(locks, testPage(false))]
    await pass(60_000)
    expect([leading(first, second), wants]).toEqual([[true, false], 0])
  })

  it('TB3 a visible tab takes over from a frozen tab after 10 s', async () => {
    const locks = testLocks()
    const [frozen, visible, hidden] = [tab(locks), tab(locks), tab(locks, testPage(false))]
    await pass(5_000)
    frozen.freeze()
    await pass(9_900)
    expect(leading(visible)).toEqual([false])
    await pass(2_600)
    expect(leading(visible, hidden)).toEqual([true, false])
  })

  it('TB3 a tab that lost its lock becomes a follower', async () => {
    const locks = testLocks()
    const [frozen, visible] = [tab(locks), tab(locks)]
    await pass(0)
    frozen.freeze()
    await pass(15_000)
    frozen.thaw()
    expect(leading(frozen, visible)).toEqual([false, true])
    expect(frozen.stopped).toHaveBeenCalledTimes(1)
    await pass(60_000)
    expect(leading(frozen, visible)).toEqual([false, true])
  })

  it('TB3 a tab takes over at most once a minute', async () => {
    const locks = testLocks()
    const [mute, visible] = [tab(locks), tab(locks)]
    await pass(0)
    const steals = vi.spyOn(locks, 'request')
    const stolen = () => steals.mock.calls.filter(([, options]) => 'steal' in options).length
    for (let taken = 1; taken <= 2; taken += 1) {
      mute.freeze()
      await pass(15_000)
      expect([leading(visible), stolen()]).toEqual([[true], taken])
      visible.page.emit('asleep')
      await pass(0)
      expect(leading(mute)).toEqual([true])
      visible.page.emit('awake')
      await pass(45_000 - 100)
      expect(stolen()).toBe(taken)
      await pass(100)
      mute.thaw()
      await pass(2_500)
    }
  })

  it('TB3 a tab takes over nothing after a long sleep', async () => {
    const locks = testLocks()
    const [first, second] = [tab(locks), tab(locks)]
    await pass(5_000)
    vi.setSystemTime(Date.now() + 3_600_000)
    await pass(5_000)
    expect([leading(first, second), first.stopped.mock.calls.length]).toEqual([[true, false], 0])
  })

  it('TB4 is released at once when the page is left or frozen, and requested again when the page returns', async () => {
    const locks = testLocks()
    const [first, second] = [tab(locks), tab(locks)]
    let storing = (): void => undefined
    first.stopped.mockImplementation(() => new Promise<void>((resolve) => (storing = resolve)))
    await pass(0)
    first.page.emit('asleep')
    first.page.emit('asleep')
    await pass(0)
    expect(leading(first, second)).toEqual([false, true])
    storing()
    second.page.emit('asleep')
    await pass(30_000)
    expect(leading(first, second)).toEqual([false, false])
    first.stopped.mockImplementation(() => Promise.resolve())
    first.page.emit('awake')
    await pass(0)
    expect(leading(first, second)).toEqual([true, false])
    second.page.emit('visible')
    await pass(0)
    expect(leading(first, second)).toEqual([true, false])
    await first.leadership.stop()
    await pass(0)
    expect(leading(second)).toEqual([true])
  })
})
