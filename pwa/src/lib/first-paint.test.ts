// What the first paint waits for, and what waits for the first paint.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { afterFirstPaint, allRead, beginFirstPaint, beginRead } from './first-paint'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('it waits until everything has been read, also what the first rows ask for, and no longer than it may', async () => {
  const ended = beginRead()
  let isRead = false
  const reading = allRead(60_000).then(() => (isRead = true))
  await vi.advanceTimersByTimeAsync(30)
  expect(isRead).toBe(false)
  const next = beginRead()
  ended()
  ended()
  await vi.advanceTimersByTimeAsync(30)
  expect(isRead).toBe(false)
  next()
  await vi.runAllTimersAsync()
  expect(await reading).toBe(true)
  const nothing = vi.fn()
  void allRead(20).then(nothing)
  await vi.advanceTimersByTimeAsync(30)
  expect(nothing).toHaveBeenCalledTimes(1)
})

test('what can do without it begins when it is there, at once when none is drawn, and in any case after a while', async () => {
  const work = vi.fn(() => Promise.resolve('done'))
  expect(await afterFirstPaint(work)()).toBe('done')
  const isThere = beginFirstPaint(60_000)
  const later = afterFirstPaint(work)()
  await vi.advanceTimersByTimeAsync(30)
  expect(work).toHaveBeenCalledTimes(1)
  isThere()
  expect(await later).toBe('done')
  beginFirstPaint(10)
  const last = afterFirstPaint(work)()
  await vi.advanceTimersByTimeAsync(9)
  expect(work).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(await last).toBe('done')
})
