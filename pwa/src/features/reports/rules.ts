// Order of reports, labels of figures, and dates of reports.
import type { Figures, ReportRow } from '../../db/rows/reports'

export const NOT_AUTHENTICATED = 'User not authenticated'
export const LOAD_FAILED = 'Error loading reports. Please try again later.'

const FRIDAY = 5
const DAY_MS = 86_400_000
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const dateTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
const day = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const longDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const number = new Intl.NumberFormat('en-GB')

/** `Mon, 23 Nov 2026, 08:00 CET` */
export function dateTimeText(iso: string): string {
  return dateTime.format(new Date(iso))
}

/** `Mon, 23 Nov 2026` */
export function dayText(iso: string): string {
  return day.format(new Date(iso))
}

/** Formats a day such as `2026-11-23` as `Monday, 23 November 2026`, whatever this device's time zone. */
export function longDayText(date: string): string {
  return longDay.format(new Date(`${date}T12:00:00Z`))
}

/**
 * The day of the next report in the provider's time zone: the coming Friday, or on a Friday the one after.
 * `2026-11-27`
 */
export function nextReportDay(now: number, zone: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const ahead = (FRIDAY - weekdays.indexOf(part('weekday')) + 7) % 7 || 7
  const today = Date.UTC(Number(part('year')), Number(part('month')) - 1, Number(part('day')))
  return new Date(today + ahead * DAY_MS).toISOString().slice(0, 10)
}

/** When the client could read the report; before publication, when it was created. */
export function dateOf(report: ReportRow): string {
  return report.published_at ?? report.created_at
}

export function newestFirst(reports: readonly ReportRow[]): ReportRow[] {
  return [...reports].sort((a, b) => dateOf(b).localeCompare(dateOf(a)) || b.id.localeCompare(a.id))
}

/** Whether the text is a web address, which could be a video's. The server decides which video it is. */
export function isVideoAddress(text: string): boolean {
  const parsed = URL.parse(text.trim())
  return parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:')
}

export interface Detail {
  label: string
  value: string
  /** The change against the week before, in words. */
  change?: string
  tone?: 'good' | 'bad' | 'neutral'
}

/** The figures in the order of the page, without those that have no data. */
export function detailsOf(figures: Figures | null): Detail[] {
  if (figures === null) return []
  const details: Detail[] = []
  if (figures.score !== null)
    details.push({
      label: 'Performance score',
      value: `${figures.score}`,
      ...changeOf(figures.score, figures.score_before),
    })
  if (figures.users !== null) details.push({ label: 'Users', value: number.format(figures.users) })
  if (figures.new_users !== null)
    details.push({ label: 'New users', value: number.format(figures.new_users) })
  if (figures.sessions !== null) details.push({ label: 'Sessions', value: number.format(figures.sessions) })
  if (figures.bounce_rate !== null)
    details.push({ label: 'Bounce rate', value: `${figures.bounce_rate.toFixed(1)}%` })
  return details
}

function changeOf(score: number, before: number | null): Pick<Detail, 'change' | 'tone'> {
  if (before === null) return {}
  const points = score - before
  if (points === 0) return { change: 'no change', tone: 'neutral' }
  const unit = Math.abs(points) === 1 ? 'point' : 'points'
  return points > 0
    ? { change: `▲ up ${points} ${unit}`, tone: 'good' }
    : { change: `▼ down ${-points} ${unit}`, tone: 'bad' }
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** `23 Nov` */
export function shortDay(iso: string): string {
  return short.format(new Date(iso))
}
