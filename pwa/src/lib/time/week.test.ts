// The week of a zone begins at its own Monday midnight, whatever its clocks do.
import { expect, test } from 'vitest'

import { weekStart } from './week'

test.each([
  ['a Saturday', '2026-11-21T21:00:00Z', 'UTC', '2026-11-16T00:00:00.000Z'],
  ['a Sunday to its end', '2026-11-22T23:59:59Z', 'UTC', '2026-11-16T00:00:00.000Z'],
  ['a Monday from its beginning', '2026-11-23T00:00:00Z', 'UTC', '2026-11-23T00:00:00.000Z'],
  ['Monday already in Auckland', '2026-11-22T12:00:00Z', 'Pacific/Auckland', '2026-11-22T11:00:00.000Z'],
  ['Sunday still in New York', '2026-11-23T04:00:00Z', 'America/New_York', '2026-11-16T05:00:00.000Z'],
  ['the clocks have gone back since', '2026-10-25T12:00:00Z', 'Europe/Berlin', '2026-10-18T22:00:00.000Z'],
  ['the clocks have gone forward since', '2026-03-29T12:00:00Z', 'Europe/Berlin', '2026-03-22T23:00:00.000Z'],
])('%s', (_case, now, zone, start) => {
  expect(new Date(weekStart(Date.parse(now), zone)).toISOString()).toBe(start)
})
