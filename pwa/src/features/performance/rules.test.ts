// Tests of ratings, changes and their texts at the boundaries.
import { expect, test } from 'vitest'

import { scoreRow } from '../../testing/rows/rows'
import { ratingOf } from '../../lib/text/ratings'
import { changeFrom, fullReportUrl, needsAttention, pointsText, siteName } from './rules'

test.each([
  [0, 'Poor', 'bad', true],
  [49, 'Poor', 'bad', true],
  [50, 'Needs Improvement', 'warn', false],
  [89, 'Needs Improvement', 'warn', false],
  [90, 'Good', 'good', false],
  [100, 'Good', 'good', false],
] as const)('rates %i as %s', (score, word, tone, alert) => {
  expect(ratingOf(score)).toEqual({ word, tone })
  expect(needsAttention(scoreRow({ performance_score: score }))).toBe(alert)
})

test('does not alert without a score or for an incomplete zero', () => {
  expect(needsAttention(undefined)).toBe(false)
  expect(needsAttention(scoreRow({ performance_score: 0, is_incomplete: true }))).toBe(false)
})

test.each([
  [80, 74, 'decreased', '−6 points', false],
  [80, 79, 'decreased', '−1 point', true],
  [80, 80, 'no change', 'no change', true],
  [80, 85, 'improved', '+5 points', true],
  [0, 86, 'improved', '+86 points', false],
] as const)('describes a change from %i to %i as %s', (earlier, score, word, text, isNoise) => {
  const change = changeFrom(earlier, scoreRow({ performance_score: score }))
  expect(change).toEqual({ word, points: score - earlier, isNoise })
  expect(change && pointsText(change)).toBe(text)
})

test('shows no change without an earlier score or for an incomplete result', () => {
  expect(changeFrom(null, scoreRow())).toBeNull()
  expect(changeFrom(50, scoreRow({ is_incomplete: true }))).toBeNull()
})

test('builds the full report’s URL from the encoded website URL', () => {
  expect(fullReportUrl('https://a.example/b?c=d&e')).toBe(
    'https://pagespeed.web.dev/analysis?url=https%3A%2F%2Fa.example%2Fb%3Fc%3Dd%26e&form_factor=mobile',
  )
  expect(siteName('https://a.example/')).toBe('a.example')
})
