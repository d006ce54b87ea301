// Days and ages in words, in the device's time zone.
import { clockTime } from './times'

const DAY_MS = 86_400_000

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })
const dayOfMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const fullDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const fullDayOfYear = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/**
 * The heading of a day's messages: `Today`, `Yesterday`, `Monday 16 November`, with the year if it is another
 * one.
 */
export function dayText(iso: string, now: number): string {
  const date = new Date(iso)
  const ago = dayNumber(now) - dayNumber(date.getTime())
  if (ago === 0) return 'Today'
  if (ago === 1) return 'Yesterday'
  return (sameYear(date, now) ? fullDay : fullDayOfYear).format(date)
}

/** For a narrow row: `14:02`, `Yesterday`, `Mon`, `16 Nov`, `16 Nov 2025`. */
export function shortTime(iso: string, now: number): string {
  const date = new Date(iso)
  const ago = dayNumber(now) - dayNumber(date.getTime())
  if (ago <= 0) return clockTime(iso)
  if (ago === 1) return 'Yesterday'
  if (ago < 7) return weekday.format(date)
  return (sameYear(date, now) ? dayOfMonth : dayOfYear).format(date)
}

/**
 * A past or future time, with its day if needed: `14:02`, `Tue 08:00`, `16 Nov, 08:00`, `16 Nov 2025, 08:00`.
 */
export function timeText(iso: string, now: number): string {
  const date = new Date(iso)
  const days = Math.abs(dayNumber(date.getTime()) - dayNumber(now))
  if (days === 0) return clockTime(iso)
  const isNear = days < 7
  const year = date.getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric'
  const day = date.toLocaleDateString(
    'en-GB',
    isNear ? { weekday: 'short' } : { day: 'numeric', month: 'short', year },
  )
  return `${day}${isNear ? '' : ','} ${clockTime(iso)}`
}

/** How long ago: `just now`, `5 min ago`, `3 h ago` within a day, then as `shortTime`. */
export function agoText(iso: string, now: number): string {
  const minutes = Math.floor((now - new Date(iso).getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60 && dayNumber(now) === dayNumber(new Date(iso).getTime()))
    return `${Math.floor(minutes / 60)} h ago`
  return shortTime(iso, now)
}

function sameYear(date: Date, now: number): boolean {
  return date.getFullYear() === new Date(now).getFullYear()
}

/** The number of a time's day in the device's zone; consecutive days have consecutive numbers. */
export function dayNumber(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS
}
