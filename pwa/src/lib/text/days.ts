// Days and ages in words, in the reader's time zone. `now` is the server's time (`serverNow`, `useMinute`).
import { clockTime, DAY, dateTimeText, LOCALE, TIME } from './times'

const DAY_MS = 86_400_000

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, options)
const weekday = format({ weekday: 'short' })
const month = format({ month: 'short', day: 'numeric' })
const monthOfYear = format({ month: 'short', day: 'numeric', year: 'numeric' })
const day = format(DAY)
const dayOfYear = format({ ...DAY, year: 'numeric' })
const dayAndTime = format({ ...DAY, ...TIME })
const LONG = { weekday: 'long', month: 'long', day: 'numeric' } as const
const long = format(LONG)
const longOfYear = format({ ...LONG, year: 'numeric' })
const longOfCalendar = format({ ...LONG, year: 'numeric', timeZone: 'UTC' })
const monthOfCalendar = format({ month: 'long', day: 'numeric', timeZone: 'UTC' })
const dayOfCalendar = format({ ...DAY, timeZone: 'UTC' })
/** The checkout shows its date in the US form to every reader. */
const usDate = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' })

/** How long ago: `just now`, `5 min ago`, `3 h ago`; from a day on `Fri, Nov 20, 10:05 AM`. */
export function agoText(iso: string, now: number): string {
  return recentText(iso, now) ?? absoluteText(iso, now)
}

/** How long ago at any age: `Just now`, `5 min ago`, `3 h ago`, `Yesterday`, `5 days ago`, `2 months ago`. */
export function ageText(iso: string, now: number): string {
  const days = dayNumber(now) - dayNumber(Date.parse(iso))
  const near = recentText(iso, now)
  if (near !== null) return near.replace('just', 'Just')
  if (days === 1) return 'Yesterday'
  if (days < 60) return `${days} days ago`
  return days < 730 ? `${Math.floor(days / 30)} months ago` : `${Math.floor(days / 365)} years ago`
}

/** How long something lasts: `5 min`, `2 hours`, `3 days`. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  const hours = Math.floor(minutes / 60)
  if (minutes < 60) return `${minutes} min`
  // Round to days from a day on, because 47 hours are closer to two days than to one.
  return hours < 24 ? countText(hours, 'hour') : countText(Math.round(hours / 24), 'day')
}

/** A time for a narrow row: `just now`, `5 min ago`, `3 h ago`, `Mon`, `Nov 16`, `Nov 16, 2025`. */
export function shortTime(iso: string, now: number): string {
  const date = new Date(iso)
  const isNear = dayNumber(now) - dayNumber(date.getTime()) < 7
  return recentText(iso, now) ?? (isNear ? weekday : sameYear(date, now) ? month : monthOfYear).format(date)
}

/** A past or future time: `2:02 PM` today, else `Tue, Nov 24, 8:00 AM`. */
export function timeText(iso: string, now: number): string {
  return dayNumber(Date.parse(iso)) === dayNumber(now) ? clockTime(iso) : absoluteText(iso, now)
}

/** The heading of a day: `Today`, `Yesterday`, `Monday, November 16`, with the year if it is another one. */
export function dayText(iso: string, now: number): string {
  const date = new Date(iso)
  const ago = dayNumber(now) - dayNumber(date.getTime())
  if (ago === 0) return 'Today'
  if (ago === 1) return 'Yesterday'
  return (sameYear(date, now) ? long : longOfYear).format(date)
}

/** A date: `Mon, Nov 23, 2026`; with `short`: `Mon, Nov 23`. */
export function dateText(iso: string, length: 'full' | 'short' = 'full'): string {
  return (length === 'full' ? dayOfYear : day).format(new Date(iso))
}

/** `Nov 23`; for the axes of charts. */
export function monthDayText(iso: string): string {
  return month.format(new Date(iso))
}

/** `Nov 23, 2026` */
export function shortDateText(iso: string): string {
  return monthOfYear.format(new Date(iso))
}

/** `December 5, 2026`; `seconds` are Unix seconds. */
export function usDateText(seconds: number): string {
  return usDate.format(new Date(seconds * 1000))
}

/**
 * A calendar day such as `2026-11-23`, which is the same in every time zone: `Monday, November 23, 2026`;
 * with `short`: `Mon, Nov 23`.
 */
export function calendarDayText(isoDay: string, length: 'long' | 'short' = 'long'): string {
  return (length === 'long' ? longOfCalendar : dayOfCalendar).format(new Date(`${isoDay}T00:00:00Z`))
}

/** A calendar day without its weekday and year: `November 23`. */
export function calendarDateText(isoDay: string): string {
  return monthOfCalendar.format(new Date(`${isoDay}T00:00:00Z`))
}

/** The number of a time's day in the reader's zone; consecutive days have consecutive numbers. */
export function dayNumber(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS
}

/** Eight in the morning by the reader's clock, `days` days after `now`. */
export function morningAfter(days: number, now: number): string {
  const morning = new Date(now)
  morning.setDate(morning.getDate() + days) // a day of 25 hours is one day too
  morning.setHours(8, 0, 0, 0)
  return morning.toISOString()
}

function countText(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function recentText(iso: string, now: number): string | null {
  const ms = now - Date.parse(iso)
  const minutes = Math.floor(ms / 60_000)
  // Compare the days too, because a day has 25 hours when clocks go back.
  if (ms >= DAY_MS && dayNumber(now) !== dayNumber(Date.parse(iso))) return null
  if (minutes < 1) return 'just now'
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}

function absoluteText(iso: string, now: number): string {
  const date = new Date(iso)
  return sameYear(date, now) ? dayAndTime.format(date) : dateTimeText(iso)
}

function sameYear(date: Date, now: number): boolean {
  return date.getFullYear() === new Date(now).getFullYear()
}
