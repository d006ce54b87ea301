// The week of a time zone, which starts on Monday.

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The moment at which the week of `now` began, in ms; the zone is the device's own if none is given. */
export function weekStart(now: number, zone: string | undefined): number {
  const local = now + offsetAt(now, zone)
  const daysSince = (new Date(local).getUTCDay() + 6) % 7
  const monday = Math.floor(local / DAY_MS) * DAY_MS - daysSince * DAY_MS
  // The clocks may have been changed since: what counts is the distance at that midnight.
  return monday - offsetAt(monday - offsetAt(now, zone), zone)
}

/** How far the zone's clocks are ahead of UTC at a moment, in ms. */
function offsetAt(moment: number, zone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(moment)
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = (['year', 'month', 'day', 'hour', 'minute'] as const).map((type) => Number(parts.find((part) => part.type === type)?.value))
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(moment / MINUTE_MS) * MINUTE_MS
}
