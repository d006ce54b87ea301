// Tests of the day of the next report, and of the labels of figures.
import { expect, test } from 'vitest'

import { readersZone } from '../../lib/text/zones'
import { anotherZone, noonOf } from '../../testing/rows/days'
import { reportRow } from '../../testing/rows/reports'
import { newestFirst } from '../../live/report-order'
import {
  analyticsNote,
  detailsOf,
  isVideoAddress,
  lengthText,
  nextReportDay,
  nextReportText,
  weekTitle,
} from './rules'

test.each([
  ['Monday', 16, '2026-11-20'],
  ['Tuesday', 17, '2026-11-20'],
  ['Wednesday', 18, '2026-11-20'],
  ['Thursday', 19, '2026-11-20'],
  ['Friday', 20, '2026-11-27'],
  ['Saturday', 21, '2026-11-27'],
  ['Sunday', 22, '2026-11-27'],
])('dates the next report to the Friday after a %s', (_day, date, next) => {
  expect(nextReportDay(Date.UTC(2026, 10, date, 12), 'Europe/Berlin')).toBe(next)
})

test('uses the provider’s time zone, whatever the device’s', () => {
  const thursdayNight = Date.UTC(2026, 10, 19, 12)
  expect(nextReportDay(thursdayNight, 'Pacific/Kiritimati')).toBe('2026-11-27')
  expect(nextReportDay(thursdayNight, 'America/Los_Angeles')).toBe('2026-11-20')
  expect(nextReportDay(Date.UTC(2026, 11, 31, 12), 'UTC')).toBe('2027-01-01')
})

test('names the zone of the next report only where it differs from the reader’s', () => {
  const monday = Date.UTC(2026, 10, 16, 12)
  expect(nextReportText(monday, readersZone())).toBe('Friday, November 20, 2026')
  expect(nextReportText(monday, anotherZone())).toMatch(/^Friday, November 20, 2026 \(.+\)$/)
})

test.each([
  [Date.UTC(2026, 10, 23, 12), 'UTC', /November 23/],
  [Date.UTC(2026, 10, 29, 12), 'UTC', /November 23/],
  [Date.UTC(2026, 10, 30, 2), 'America/Los_Angeles', /November 23/],
  [Date.UTC(2026, 10, 30, 12), 'UTC', /November 30/],
])('names the week that begins on Monday in the provider’s zone', (now, zone, title) => {
  expect(weekTitle(now, zone)).toMatch(title)
})

const NO_FIGURES = {
  ...reportRow().figures,
  score: null,
  score_before: null,
  scores: [],
  users: null,
  new_users: null,
  sessions: null,
  bounce_rate: null,
  as_of: null,
}

test('leaves out figures without data, but keeps zeros', () => {
  const figures = { ...NO_FIGURES, score: 0, score_before: 0, users: 0, bounce_rate: 0 }
  expect(detailsOf(figures, noonOf(23))).toEqual([
    { label: 'Performance score on Mon, Nov 23', value: '0', change: 'no change', tone: 'neutral' },
    { label: 'Users', value: '0', meaning: 'People who visited' },
    { label: 'Bounce Rate', value: '0.0%', meaning: 'Left at once' },
  ])
  expect(detailsOf(null, '')).toEqual([])
})

test.each([
  [91, '↑ +6 points', 'good'],
  [90, '↑ +5 points', 'neutral'],
  [80, '↓ −5 points', 'neutral'],
  [79, '↓ −6 points', 'bad'],
])('a report’s score of %i after 85 has changed by %s, in the tone %s', (score, change, tone) => {
  const figures = { ...NO_FIGURES, score, score_before: 85 }
  expect(detailsOf(figures, noonOf(23))).toMatchObject([{ change, tone }])
})

test('dates a score to its scan, and figures of Google Analytics only by a time that is theirs', () => {
  const { figures } = reportRow()
  expect(detailsOf(figures, noonOf(23))[0]?.label).toBe('Performance score on Fri, Nov 20')
  if (figures === null) throw new Error('The report has no figures')
  expect(analyticsNote(figures)).toBe('Google Analytics: the last 30 complete days.')
  const later = { ...figures, as_of: noonOf(22) }
  expect(analyticsNote(later)).toBe('Google Analytics: the 30 days before Sun, Nov 22.')
  expect(analyticsNote({ ...figures, users: null, bounce_rate: null })).toBeNull()
})

test('sorts reports by publication and drafts by creation, newest first', () => {
  const rows = [
    reportRow({ id: 'a', published_at: '2026-11-16T08:00:00.000000Z' }),
    reportRow({ id: 'b', published_at: null, status: 'draft', created_at: '2026-11-21T08:00:00.000000Z' }),
    reportRow({ id: 'c' }),
  ]
  expect(newestFirst(rows).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})

test.each([
  ['https://youtu.be/aqz-KE-bpKQ', true],
  [' http://a.example/x.mp4 ', true],
  ['youtu.be/aqz-KE-bpKQ', false],
  ['javascript:alert(1)', false],
  ['', false],
])('accepts %s as a video’s URL: %s', (text, may) => {
  expect(isVideoAddress(text)).toBe(may)
})

test.each([
  [9.01, '0:09'],
  [134.2, '2:14'],
  [3725, '1:02:05'],
])('writes %d seconds as %s', (seconds, text) => {
  expect(lengthText(seconds)).toBe(text)
})
