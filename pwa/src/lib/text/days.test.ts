// Days and ages in words.
import { expect, test } from 'vitest'

import { agoText, dayNumber, dayText, shortTime, timeText } from './days'

const at = (month: number, day: number, hour = 12, minute = 0, year = 2026) =>
  new Date(year, month - 1, day, hour, minute)
const now = at(11, 21, 14, 30).getTime()

test.each([
  ['today', at(11, 21, 0, 5), 'Today', '00:05'],
  ['yesterday, less than a day ago', at(11, 20, 23, 59), 'Yesterday', 'Yesterday'],
  ['this week', at(11, 17), 'Tuesday 17 November', 'Tue'],
  ['this year', at(3, 2), 'Monday 2 March', '2 Mar'],
  ['another year', at(12, 24, 9, 0, 2025), 'Wednesday 24 December 2025', '24 Dec 2025'],
])('%s', (_case, date, over, short) => {
  expect(dayText(date.toISOString(), now).replace(',', '')).toBe(over)
  expect(shortTime(date.toISOString(), now)).toBe(short)
})

test.each([
  ['today', at(11, 21, 8), '08:00'],
  ['tomorrow', at(11, 22, 8), 'Sun 08:00'],
  ['yesterday', at(11, 20, 8), 'Fri 08:00'],
  ['a week ahead', at(11, 28, 8), '28 Nov, 08:00'],
  ['another year', at(1, 3, 8, 0, 2027), '3 Jan 2027, 08:00'],
])('a time says its day unless it is today: %s', (_case, date, text) => {
  expect(timeText(date.toISOString(), now)).toBe(text)
})

test.each([
  ['a clock that is ahead', at(11, 21, 14, 31), 'just now'],
  ['seconds', at(11, 21, 14, 30), 'just now'],
  ['minutes', at(11, 21, 14, 25), '5 min ago'],
  ['hours', at(11, 21, 9, 0), '5 h ago'],
  ['hours, but yesterday', at(11, 20, 20, 0), 'Yesterday'],
])('how long ago: %s', (_case, date, text) => {
  expect(agoText(date.toISOString(), now)).toBe(text)
})

test('days are numbered by the local calendar', () => {
  expect(dayNumber(at(3, 30, 23, 59).getTime()) - dayNumber(at(3, 28, 0, 1).getTime())).toBe(2)
})
