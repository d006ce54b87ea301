// Days and ages in words, to an American reader.
import { expect, test, vi } from 'vitest'

import {
  ageText,
  agoText,
  calendarDayText,
  dateText,
  dayNumber,
  dayText,
  monthDayText,
  morningAfter,
  shortDateText,
  shortTime,
  timeText,
  usDateText,
} from './days'

const at = (month: number, day: number, hour = 12, minute = 0, year = 2026) =>
  new Date(year, month - 1, day, hour, minute)
const now = at(11, 21, 14, 30).getTime()

test.each([
  ['a clock that is ahead', at(11, 21, 14, 31), 'just now', 'just now'],
  ['seconds', at(11, 21, 14, 30), 'just now', 'just now'],
  ['minutes', at(11, 21, 14, 25), '5 min ago', '5 min ago'],
  ['hours', at(11, 21, 9, 0), '5 h ago', '5 h ago'],
  ['less than a day, but yesterday', at(11, 20, 14, 31), '23 h ago', '23 h ago'],
  ['a day', at(11, 20, 14, 30), 'Fri, Nov 20, 2:30 PM', 'Fri'],
  ['this week', at(11, 15, 8), 'Sun, Nov 15, 8:00 AM', 'Sun'],
  ['this year', at(3, 2), 'Mon, Mar 2, 12:00 PM', 'Mar 2'],
  ['another year', at(12, 24, 9, 0, 2025), 'Wed, Dec 24, 2025, 9:00 AM', 'Dec 24, 2025'],
])('how long ago: %s', (_case, date, text, short) => {
  expect(agoText(date.toISOString(), now)).toBe(text)
  expect(shortTime(date.toISOString(), now)).toBe(short)
})

test.each([
  ['a clock that is ahead', at(11, 21, 14, 31), 'Just now'],
  ['less than a day, but yesterday', at(11, 20, 14, 31), '23 h ago'],
  ['a day', at(11, 20, 14, 30), 'Yesterday'],
  ['less than two days, but the day before yesterday', at(11, 19, 23), '2 days ago'],
  ['weeks', at(9, 23), '59 days ago'],
  ['months', at(9, 22), '2 months ago'],
  ['years', at(11, 20, 12, 0, 2024), '2 years ago'],
])('how long ago at any age: %s', (_case, date, text) => {
  expect(ageText(date.toISOString(), now)).toBe(text)
})

test.each([
  ['today', at(11, 21, 0, 5), 'Today'],
  ['yesterday, less than a day ago', at(11, 20, 23, 59), 'Yesterday'],
  ['this year', at(3, 2), 'Monday, March 2'],
  ['another year', at(12, 24, 9, 0, 2025), 'Wednesday, December 24, 2025'],
])('the heading of a day: %s', (_case, date, text) => {
  expect(dayText(date.toISOString(), now)).toBe(text)
})

test.each([
  ['today', at(11, 21, 8), '8:00 AM'],
  ['tomorrow', at(11, 22, 8), 'Sun, Nov 22, 8:00 AM'],
  ['another year', at(1, 3, 8, 0, 2027), 'Sun, Jan 3, 2027, 8:00 AM'],
])('a time has its day unless it is today: %s', (_case, date, text) => {
  expect(timeText(date.toISOString(), now)).toBe(text)
})

test('formats days', () => {
  const iso = at(11, 20).toISOString()
  expect([dateText(iso), shortDateText(iso), monthDayText(iso)]).toEqual([
    'Fri, Nov 20, 2026',
    'Nov 20, 2026',
    'Nov 20',
  ])
  expect(usDateText(at(12, 5).getTime() / 1000)).toBe('December 5, 2026')
  expect(calendarDayText('2026-11-20')).toBe('Friday, November 20, 2026')
  expect(calendarDayText('2026-11-20', 'short')).toBe('Fri, Nov 20')
})

test('days are numbered by the local calendar', () => {
  expect(dayNumber(at(3, 30, 23, 59).getTime()) - dayNumber(at(3, 28, 0, 1).getTime())).toBe(2)
})

/** Have dates use the clock of New York on the days around November 1, 2026, when it goes back at 2 o'clock. */
function inNewYork(): void {
  const offset = (at: number) => (at < Date.parse('2026-11-01T06:00:00Z') ? -4 : -5) * 3_600_000
  const local = (date: Date) => new Date(date.getTime() + offset(date.getTime()))
  const settle = (date: Date, at: number) => date.setTime(at - offset(at - offset(date.getTime())))
  const { prototype } = Date
  vi.spyOn(prototype, 'getFullYear').mockImplementation(function (this: Date) {
    return local(this).getUTCFullYear()
  })
  vi.spyOn(prototype, 'getMonth').mockImplementation(function (this: Date) {
    return local(this).getUTCMonth()
  })
  vi.spyOn(prototype, 'getDate').mockImplementation(function (this: Date) {
    return local(this).getUTCDate()
  })
  vi.spyOn(prototype, 'setDate').mockImplementation(function (this: Date, day) {
    return settle(this, local(this).setUTCDate(day))
  })
  vi.spyOn(prototype, 'setHours').mockImplementation(function (this: Date, hours) {
    return settle(this, local(this).setUTCHours(hours, 0, 0, 0))
  })
}

test('the day on which clocks go back has 25 hours', () => {
  inNewYork()
  const [first, last] = ['2026-11-01T04:10:00Z', Date.parse('2026-11-02T04:40:00Z')]
  const texts = [ageText(first, last), agoText(first, last)]
  const mornings = [morningAfter(1, Date.parse(first)), morningAfter(7, Date.parse(first))]
  vi.restoreAllMocks()
  expect(texts).toEqual(['24 h ago', '24 h ago'])
  expect(mornings).toEqual(['2026-11-02T13:00:00.000Z', '2026-11-08T13:00:00.000Z'])
})
