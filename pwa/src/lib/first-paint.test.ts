// The data that the first paint waits for, and the work that waits for the first paint.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { afterFirstPaint, waitForReads, beginFirstPaint, beginRead } from './first-paint'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('waitForReads waits for all first reads and the reads they start, but not longer than the limit', async () => {
  const ended = beginRead()
  let isRead = false
  const reading = waitForReads(60_000).then(() => (isRead = true))
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
  void waitForReads(20).then(nothing)
  await vi.advanceTimersByTimeAsync(30)
  expect(nothing).toHaveBeenCalledTimes(1)
})

test('afterFirstPaint runs work after the paint, at once without one, and after the limit', async () => {
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
