// Time zones: their offsets, calendars and names.
import { LOCALE } from './times'

const MINUTE_MS = 60_000

/** The reader's time zone, such as `Europe/Berlin`. */
export function readersZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Creating a format takes 1 ms, and 4 ms on a phone; the dashboard asks for 50 offsets at its start. */
const formats = new Map<string, Intl.DateTimeFormat>()
function formatIn(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  formats.set(zone, format)
  return format
}

/** The zone's offset from UTC at a time, in ms; the reader's zone if `zone` is undefined. */
export function offsetAt(time: number, zone: string | undefined): number {
  if (zone === undefined) return -new Date(time).getTimezoneOffset() * MINUTE_MS
  const parts = formatIn(zone).formatToParts(time)
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = (
    ['year', 'month', 'day', 'hour', 'minute'] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value))
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / MINUTE_MS) * MINUTE_MS
}

/** The calendar day of a time in a zone: `2026-11-23`. */
export function dayIn(time: number, zone: string | undefined): string {
  return new Date(time + offsetAt(time, zone)).toISOString().slice(0, 10)
}

/**
 * The zone's name to append to a time or day of that zone: ` (ET)`, ` (Germany Time)`. Empty if the reader's
 * clock shows the same time, or if `zone` is undefined.
 */
export function zoneNote(zone: string | undefined, time: number): string {
  return zone === undefined || offsetAt(time, zone) === offsetAt(time, undefined)
    ? ''
    : ` (${zoneName(zone, time)})`
}

/** The zone in words at a time: `Eastern Time (New York)`, `Coordinated Universal Time`. */
export function zoneText(zone: string, time: number): string {
  const format = new Intl.DateTimeFormat(LOCALE, { timeZone: zone, timeZoneName: 'longGeneric' })
  const parts = format.formatToParts(time)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  const city = zone.includes('/') ? (zone.split('/').pop() ?? '').replaceAll('_', ' ') : ''
  // Some zones have only an offset from GMT as their name, or are named after a place.
  if (name === '' || name.startsWith('GMT')) return city === '' ? zone : `the time of ${city}`
  return city === '' || name.includes(city) ? name : `${name} (${city})`
}

/**
 * The zone's short name: `ET`, `Germany Time`. If there is only an offset from GMT, the end of the zone's id:
 * `UTC`.
 */
function zoneName(zone: string, time: number): string {
  const parts = new Intl.DateTimeFormat(LOCALE, {
    timeZone: zone,
    timeZoneName: 'shortGeneric',
  }).formatToParts(time)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  return name === '' || name.startsWith('GMT') ? (zone.split('/').pop() ?? zone) : name
}
