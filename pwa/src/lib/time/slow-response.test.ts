// A response that arrives soon, late, or not at all.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { onResponse } from './slow-response'

const handle = vi.fn<(answer: string) => void>()
let answer: (text: string) => void = () => undefined
let stop: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers()
  stop = onResponse(new Promise<string>((resolve) => (answer = resolve)), handle, 'late')
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a response is reported once', async () => {
  await passes(7_999)
  expect(handle).not.toHaveBeenCalled()
  answer('here')
  await passes(60_000)
  expect(handle.mock.calls).toEqual([['here']])
})

test('after 8 s the response is late, and a later response is still reported', async () => {
  await passes(8_000)
  expect(handle.mock.calls).toEqual([['late']])
  answer('here')
  await passes(0)
  expect(handle.mock.calls).toEqual([['late'], ['here']])
})

test('nothing is reported after unsubscribing', async () => {
  stop()
  await passes(8_000)
  answer('here')
  await passes(0)
  expect(handle).not.toHaveBeenCalled()
})
