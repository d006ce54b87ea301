// Tests of the texts of ages, figures and days, at their boundaries.
import { expect, test } from 'vitest'

import {
  amountText,
  asOfText,
  withFourWeeksEarlier,
  countText,
  durationText,
  lastSyncText,
  percentText,
  shareOf,
  STATUS_LABELS,
} from './rules'

const NOW = new Date('2026-11-21T12:00:00').getTime()
const before = (hours: number, ms = 0) => new Date(NOW - hours * 3_600_000 - ms).toISOString()

test.each([
  [before(0), 'Just now'],
  [before(1, -1), 'Just now'],
  [before(1), '1 hour ago'],
  [before(2), '2 hours ago'],
  [before(24, -1), '23 hours ago'],
  [before(24), 'Yesterday'],
  [before(48, -1), 'Yesterday'],
  [before(48), 'Nov 19, 2026'],
])('shows a last sync at %s as “%s”', (iso, text) => {
  expect(lastSyncText(iso, NOW)).toBe(text)
})

test('formats the time of the figures', () => {
  expect(asOfText(before(2), NOW)).toBe('Updated 10:00 AM')
  expect(asOfText(before(22), NOW)).toBe('Updated Fri, Nov 20, 2:00 PM')
  expect(asOfText(null, NOW)).toBe('Waiting for Google Analytics')
})

test('formats missing data as a dash and zero as a number', () => {
  expect([countText(0), countText(null), countText(12_045)]).toEqual(['0', '—', '12,045'])
  expect([percentText(0), percentText(null), percentText(36.9), percentText(100)]).toEqual([
    '0.0%',
    '—',
    '36.9%',
    '100.0%',
  ])
  expect([amountText(0), amountText(null), amountText(12.5)]).toEqual(['0', '—', '12.5'])
  expect([durationText(0), durationText(null), durationText(59.6), durationText(94)]).toEqual([
    '0 s',
    '—',
    '1 min 0 s',
    '1 min 34 s',
  ])
})

test('rounds shares to whole percents', () => {
  expect([shareOf(1, 3), shareOf(0, 0), shareOf(3, 3)]).toEqual([33, 0, 100])
})

test('labels the statuses as in the specification', () => {
  expect(Object.values(STATUS_LABELS)).toEqual([
    'Connected',
    'Not Connected',
    'No account detected',
    'Coming Soon',
    'Sync Failed',
  ])
})

test('puts each day beside the same weekday four weeks earlier, which can be in the same period', () => {
  const earlier: [string, number][] = [
    ['2026-10-29', 1],
    ['2026-10-30', 2],
  ]
  const days: [string, number][] = [
    ['2026-10-31', 3],
    ['2026-11-26', 4],
    ['2026-11-28', 5],
  ]
  expect(withFourWeeksEarlier(days, earlier)).toEqual([
    { day: ['2026-10-31', 3], earlier: undefined },
    { day: ['2026-11-26', 4], earlier: ['2026-10-29', 1] },
    { day: ['2026-11-28', 5], earlier: ['2026-10-31', 3] },
  ])
})

test('compares no day if the previous period is not known', () => {
  const days: [string, number][] = [
    ['2026-10-29', 1],
    ['2026-11-26', 2],
  ]
  expect(withFourWeeksEarlier(days, []).map(({ earlier }) => earlier)).toEqual([undefined, undefined])
})
