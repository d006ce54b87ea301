// Tests of changes against an earlier period: zero, no data, new and huge ones, and figures for which lower is better.
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ChangeMark, changeOf, pointsChangeOf, scoreChangeOf } from './change'

test.each([
  [112, 100, '+12%', 'up 12%', 'good'],
  [88, 100, '−12%', 'down 12%', 'bad'],
  [0, 100, '−100%', 'down 100%', 'bad'],
  [999, 100, '+899%', 'up 899%', 'good'],
  [1000, 100, '10×', 'up 10-fold', 'good'],
  [1004, 1000, '0%', 'no change', 'neutral'],
  [100, 100, '0%', 'no change', 'neutral'],
  [0, 0, '0%', 'no change', 'neutral'],
  [7, 0, 'New', 'new', 'good'],
])('a change to %s from %s is %s', (value, before, text, spoken, tone) => {
  expect(changeOf(value, before)).toMatchObject({ text, spoken, tone })
})

test('without data in either period there is no change', () => {
  expect([changeOf(null, 1), changeOf(1, null), pointsChangeOf(null, 1)]).toEqual([null, null, null])
})

test.each([
  [36.9, 35.8, '+1.1 pts', 'up 1.1 points', 'bad'],
  [34.8, 35.8, '−1 pt', 'down 1 point', 'good'],
  [35.8, 35.8, '0 pts', 'no change', 'neutral'],
])('a rate for which lower is better changes to %s from %s by %s', (value, before, text, spoken, tone) => {
  expect(pointsChangeOf(value, before, { isLowerBetter: true })).toMatchObject({ text, spoken, tone })
})

test.each([
  [91, 85, '+6 pts', 'good'],
  [90, 85, '+5 pts', 'neutral'],
  [85, 85, '0 pts', 'neutral'],
  [80, 85, '−5 pts', 'neutral'],
  [79, 85, '−6 pts', 'bad'],
])('a score of %i after %i has changed by %s, in the tone %s', (score, before, text, tone) => {
  expect(scoreChangeOf(score, before)).toMatchObject({ text, tone })
})

test('shows the amount, and reads it as a sentence to a screen reader', () => {
  const change = changeOf(112, 100)
  if (change === null) throw new Error('no change')
  const { rerender } = render(<ChangeMark change={change} comparedWith="30 days before" isLong />)
  expect(screen.getByText('up 12% compared with the 30 days before')).toBeInTheDocument()
  expect(screen.getByText('+12%')).toHaveAttribute('aria-hidden', 'true')
  expect(screen.getByText('vs 30 days before')).toHaveAttribute('aria-hidden', 'true')
  rerender(<ChangeMark change={change} comparedWith="30 days before" />)
  expect(screen.queryByText('vs 30 days before')).toBeNull()
})
