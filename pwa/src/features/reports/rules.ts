// Labels of figures, and the day of the next report.
import type { Figures } from '../../db/rows/reports'
import { calendarDateText, calendarDayText, dateText } from '../../lib/text/days'
import { MEANINGS } from '../../lib/text/metrics'
import { numberText, percentText } from '../../lib/text/numbers'
import { isNoise } from '../../lib/text/ratings'
import { dayIn, zoneNote } from '../../lib/text/zones'

export const NOT_AUTHENTICATED = 'User not authenticated'
export const NEEDS_CONNECTION = 'Changing and publishing need a connection.'
export const LOAD_FAILED = 'Error loading reports. Please try again later.'

const FRIDAY = 5
const DAY_MS = 86_400_000

/**
 * The day of the next report in the provider's time zone: the coming Friday, or on a Friday the one after.
 * `2026-11-27`
 */
export function nextReportDay(now: number, zone: string | undefined): string {
  const today = Date.parse(dayIn(now, zone))
  const ahead = (FRIDAY - new Date(today).getUTCDay() + 7) % 7 || 7
  return new Date(today + ahead * DAY_MS).toISOString().slice(0, 10)
}

/** That day as a text for readers, with the zone's name where it differs from theirs: `Friday, November 27, 2026 (ET)`. */
export function nextReportText(now: number, zone: string | undefined): string {
  const day = nextReportDay(now, zone)
  return `${calendarDayText(day)}${zoneNote(zone, Date.parse(day))}`
}

/** A title for the report of this week, which begins on Monday in the provider's zone: `Week of November 23`. */
export function weekTitle(now: number, zone: string | undefined): string {
  const today = Date.parse(dayIn(now, zone))
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7
  return `Week of ${calendarDateText(new Date(today - sinceMonday * DAY_MS).toISOString().slice(0, 10))}`
}

/** Whether the text is a web address and so may be a video's. The server makes the final check. */
export function isVideoAddress(text: string): boolean {
  const parsed = URL.parse(text.trim())
  return parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:')
}

export interface Detail {
  label: string
  value: string
  /** What the label means. */
  meaning?: string
  /** The change against the week before, in words. */
  change?: string
  tone?: Tone
}

type Tone = 'good' | 'bad' | 'neutral'
export const TONES: Record<Tone, string> = { good: 'text-good', bad: 'text-bad', neutral: 'text-ink-3' }

/** The figures in the order of the page, without those that have no data; `at` is the time of the report. */
export function detailsOf(figures: Figures | null, at: string): Detail[] {
  if (figures === null) return []
  const details: Detail[] = []
  if (figures.score !== null) {
    const change = changeOf(figures.score, figures.score_before)
    details.push({
      // With the day of its scan, because the same screen also shows today's score.
      label: `Performance score on ${dateText(figures.scores.at(-1)?.[0] ?? at, 'short')}`,
      value: `${figures.score}`,
      ...(change !== null && { change: change.short, tone: change.tone }),
    })
  }
  if (figures.users !== null)
    details.push({ label: 'Users', value: numberText(figures.users), meaning: MEANINGS.total_users })
  if (figures.new_users !== null)
    details.push({ label: 'New users', value: numberText(figures.new_users), meaning: MEANINGS.new_users })
  if (figures.sessions !== null)
    details.push({ label: 'Sessions', value: numberText(figures.sessions), meaning: MEANINGS.sessions })
  if (figures.bounce_rate !== null)
    details.push({
      label: 'Bounce Rate',
      value: percentText(figures.bounce_rate),
      meaning: MEANINGS.bounce_rate,
    })
  return details
}

/**
 * The period of the figures of Google Analytics; null without such figures. `as_of` is the later one of their time and
 * of the last scan's, so only a time other than the scan's is certainly theirs.
 */
export function analyticsNote(figures: Figures): string | null {
  const { users, new_users, sessions, bounce_rate, as_of, scores } = figures
  if ([users, new_users, sessions, bounce_rate].every((figure) => figure === null)) return null
  return as_of === null || as_of === scores.at(-1)?.[0]
    ? 'Google Analytics: the last 30 complete days.'
    : `Google Analytics: the 30 days before ${dateText(as_of, 'short')}.`
}

interface Change {
  points: number
  /** `↑ +6 points` */
  short: string
  /** `up 6 points` */
  text: string
  tone: Tone
}

/** The change of a score against the week before; null without one. */
export function changeOf(score: number, before: number | null): Change | null {
  if (before === null) return null
  const points = score - before
  if (points === 0) return { points, short: 'no change', text: 'no change', tone: 'neutral' }
  const unit = Math.abs(points) === 1 ? 'point' : 'points'
  const tone = isNoise(points) ? 'neutral' : points > 0 ? 'good' : 'bad'
  return points > 0
    ? { points, short: `↑ +${points} ${unit}`, text: `up ${points} ${unit}`, tone }
    : { points, short: `↓ −${-points} ${unit}`, text: `down ${-points} ${unit}`, tone }
}

/** The length of a video: `0:09`, `2:14`, `1:02:05`. */
export function lengthText(seconds: number): string {
  const all = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  const tail = `${minutes}:${String(rest).padStart(2, '0')}`
  return hours === 0 ? tail : `${hours}:${tail.padStart(5, '0')}`
}
