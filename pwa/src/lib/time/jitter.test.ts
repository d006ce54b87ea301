// Pauses before retries.
import { expect, test } from 'vitest'

import { fullJitter, randomWithin } from './jitter'

test('full jitter doubles up to its maximum', () => {
  const most = [1, 2, 3, 7, 8, 1_000].map((attempt) => fullJitter(attempt, 500, 30_000, () => 1))
  expect(most).toEqual([500, 1_000, 2_000, 30_000, 30_000, 30_000])
  expect(fullJitter(3, 500, 30_000, () => 0)).toBe(0)
})

test('a spread stays within its range, which may be empty', () => {
  expect([
    randomWithin([100, 200], () => 0.5),
    randomWithin([100, 100], () => 0.5),
    randomWithin([100, 50], () => 1),
  ]).toEqual([150, 100, 100])
})
