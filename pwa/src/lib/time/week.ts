// The week of a time zone, which starts on Monday.
import { offsetAt } from '../text/zones'

const DAY_MS = 86_400_000

/** The time at which the week of `now` began, in ms. Uses the device's zone if `zone` is undefined. */
export function weekStart(now: number, zone: string | undefined): number {
  const local = now + offsetAt(now, zone)
  const daysSince = (new Date(local).getUTCDay() + 6) % 7
  const monday = Math.floor(local / DAY_MS) * DAY_MS - daysSince * DAY_MS
  // Use the offset at that midnight, because daylight saving may have changed since.
  return monday - offsetAt(monday - offsetAt(now, zone), zone)
}
