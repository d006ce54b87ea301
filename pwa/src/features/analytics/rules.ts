// Texts of connections and figures: statuses, time of the last sync, numbers with and without data.
import type { ConnectionRow, SourceStatus } from '../../db/rows/analytics'
import { shortDateText, timeText } from '../../lib/text/days'
import * as numbers from '../../lib/text/numbers'

export const STATUS_LABELS: Record<SourceStatus, string> = {
  connected: 'Connected',
  not_connected: 'Not Connected',
  no_account: 'No account detected',
  coming_soon: 'Coming Soon',
  error: 'Sync Failed',
}

/** Whether the figures cannot be read until the user reconnects; after any other error a retry may succeed. */
export function needsConsent(analytics: ConnectionRow | undefined): boolean {
  return analytics?.status === 'error' && /reconnect/i.test(analytics.error)
}

export const NO_DATA = '—'
export const WINDOW = 'last 30 complete days'
export const LAST_30_DAYS = 'Last 30 days'
/** The earlier line of a chart of days (see `withFourWeeksEarlier`). */
export const FOUR_WEEKS_EARLIER = '4 weeks earlier'
/** The period that changes are compared with. */
export const PREVIOUS_PERIOD = '30 days before'
export const SOURCE = 'Google Analytics'

const HOUR_MS = 3_600_000
const FOUR_WEEKS_MS = 28 * 24 * HOUR_MS

/** How long ago a source was last read; a date from 48 hours on. */
export function lastSyncText(iso: string, now: number): string {
  const hours = Math.floor((now - new Date(iso).getTime()) / HOUR_MS)
  if (hours < 1) return 'Just now'
  if (hours === 1) return '1 hour ago'
  if (hours < 24) return `${hours} hours ago`
  return hours < 48 ? 'Yesterday' : shortDateText(iso)
}

export const NOT_READ = 'Waiting for Google Analytics'

/** `Updated 2:40 AM`, with the day if that was not today. */
export function asOfText(asOf: string | null, now: number): string {
  return asOf === null ? NOT_READ : `Updated ${timeText(asOf, now)}`
}

/** `1,204`; a dash if there is no data. */
export function countText(count: number | null): string {
  return count === null ? NO_DATA : numbers.numberText(count)
}

/** `36.9%`, always with its decimal. */
export function percentText(percent: number | null): string {
  return percent === null ? NO_DATA : numbers.percentText(percent)
}

/** `12`, `12.5` */
export function amountText(amount: number | null): string {
  return amount === null ? NO_DATA : numbers.amountText(amount)
}

/** Seconds as `1 min 34 s`. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return NO_DATA
  const all = Math.round(seconds)
  return all < 60 ? `${all} s` : `${Math.floor(all / 60)} min ${all % 60} s`
}

/** A share in whole per cent; 0 if `all` is 0. */
export function shareOf(part: number, all: number): number {
  return all <= 0 ? 0 : Math.round((part / all) * 100)
}

type Day = [day: string, count: number]

/**
 * Pairs each day with the day four weeks earlier, because that is the same weekday. A Saturday compared with a Wednesday
 * would show the pattern of the week as a change. If `before` is empty, no day is paired, because only the last two of
 * 30 days could be, and that would look like an error.
 */
export function withFourWeeksEarlier(
  days: readonly Day[],
  before: readonly Day[],
): { day: Day; earlier: Day | undefined }[] {
  const all = new Map(before.length === 0 ? [] : [...before, ...days].map((day) => [day[0], day]))
  return days.map((day) => {
    const earlier = new Date(Date.parse(day[0]) - FOUR_WEEKS_MS).toISOString().slice(0, 10)
    return { day, earlier: all.get(earlier) }
  })
}

/** For each day from the seventh on: the mean of it and the six days before, to remove the pattern of weekends. */
export function weeklyMeans(days: readonly [string, number][]): number[] {
  return days
    .slice(6)
    .map((_, index) => days.slice(index, index + 7).reduce((sum, [, count]) => sum + count, 0) / 7)
}
