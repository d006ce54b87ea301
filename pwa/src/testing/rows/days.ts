// Days and a time zone for tests, which are the same in every time zone of a reader.
import { offsetAt } from '../../lib/text/zones'

const HOUR_MS = 3_600_000

/** Noon of a day in November 2026 on the reader's clock. */
export function noonOf(day: number): string {
  return new Date(2026, 10, day, 12).toISOString()
}

/** A zone whose clock shows another time than the reader's. */
export function anotherZone(): string {
  return offsetAt(Date.now(), undefined) === 14 * HOUR_MS ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
}
