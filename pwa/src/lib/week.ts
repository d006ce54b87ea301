// The week of a time zone, which starts on Monday.

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The time at which the week of `now` began, in ms; in the device's zone if `zone` is undefined. */
export function weekStart(now: number, zone: string | undefined): number {
  const local = now + offsetAt(now, zone)
  const daysSince = (new Date(local).getUTCDay() + 6) % 7
  const monday = Math.floor(local / DAY_MS) * DAY_MS - daysSince * DAY_MS
  // Use the offset at that midnight, because daylight saving may have changed since.
  return monday - offsetAt(monday - offsetAt(now, zone), zone)
}

/** The zone's offset from UTC at a time, in ms. */
function offsetAt(time: number, zone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(time)
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = (
    ['year', 'month', 'day', 'hour', 'minute'] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value))
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / MINUTE_MS) * MINUTE_MS
}
