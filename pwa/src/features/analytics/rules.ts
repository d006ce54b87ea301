// Texts of connections and figures: statuses, time of the last sync, numbers with and without data.
import type { SourceStatus } from '../../db/rows/analytics'
import { clockTime } from '../../lib/text/times'

export const STATUS_LABELS: Record<SourceStatus, string> = {
  connected: 'Connected',
  not_connected: 'Not Connected',
  no_account: 'No account detected',
  coming_soon: 'Coming Soon',
  error: 'Sync Failed',
}

export const NO_DATA = '—'
export const WINDOW = 'last 30 complete days'
export const SOURCE = 'Google Analytics'

const HOUR_MS = 3_600_000
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** How long ago a source was last read; a date from 48 hours on. */
export function lastSyncText(iso: string, now: number): string {
  const hours = Math.floor((now - new Date(iso).getTime()) / HOUR_MS)
  if (hours < 1) return 'Just now'
  if (hours === 1) return '1 hour ago'
  if (hours < 24) return `${hours} hours ago`
  return hours < 48 ? 'Yesterday' : day.format(new Date(iso))
}

/** The age below each figure: `GA last answered 09:10`, with the day if that was not today. */
export function asOfText(asOf: string | null, now: number): string {
  if (asOf === null) return 'GA has not answered yet'
  const at = new Date(asOf)
  const isToday = at.toDateString() === new Date(now).toDateString()
  return isToday
    ? `GA last answered ${clockTime(asOf)}`
    : `GA last answered ${shortDay.format(at).replace(',', '')}, ${clockTime(asOf)}`
}

/** `1,204`; a dash for no data, which is not zero. */
export function countText(count: number | null): string {
  return count === null ? NO_DATA : whole.format(count)
}

/** `36.9%`, always with its decimal. */
export function percentText(percent: number | null): string {
  return percent === null ? NO_DATA : `${percent.toFixed(1)}%`
}

/** `12`, `12.5` */
export function amountText(amount: number | null): string {
  return amount === null ? NO_DATA : short.format(amount)
}

/** Seconds as `1 min 34 s`. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return NO_DATA
  const all = Math.round(seconds)
  return all < 60 ? `${all} s` : `${Math.floor(all / 60)} min ${all % 60} s`
}

/**
 * Formats `2026-11-20` as `Fri 20 Nov`. The day is in the property's time zone, whatever the zone of this
 * device.
 */
export function dayLabel(isoDay: string): string {
  return dayOfProperty.format(new Date(`${isoDay}T00:00:00Z`)).replace(',', '')
}

const dayOfProperty = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** A share in whole per cent; 0 if `all` is 0. */
export function shareOf(part: number, all: number): number {
  return all <= 0 ? 0 : Math.round((part / all) * 100)
}
