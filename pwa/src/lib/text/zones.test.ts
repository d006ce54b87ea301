// Names of time zones, which stand only where the reader's clock differs.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { dayIn, zoneNote, zoneText } from './zones'

const WINTER = Date.UTC(2026, 10, 20, 15)

// A reader in Berlin, in winter.
beforeEach(() => void vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-60))
afterEach(() => vi.restoreAllMocks())

test.each([
  ['Europe/Berlin', ''],
  ['Europe/Paris', ''],
  [undefined, ''],
  ['America/New_York', ' (ET)'],
  ['America/Bogota', ' (Colombia Time)'],
  ['UTC', ' (UTC)'],
])('for a reader in Berlin, a time of %s ends with “%s”', (zone, note) => {
  expect(zoneNote(zone, WINTER)).toBe(note)
})

test('finds the calendar day of a zone', () => {
  expect(dayIn(WINTER, 'Asia/Tokyo')).toBe('2026-11-21')
  expect(dayIn(WINTER, 'America/New_York')).toBe('2026-11-20')
})

test.each([
  ['America/New_York', 'Eastern Time (New York)'],
  ['Europe/Berlin', 'Central European Time (Berlin)'],
  ['America/Argentina/Buenos_Aires', 'Argentina Standard Time (Buenos Aires)'],
  ['UTC', 'UTC'],
])('names the zone %s “%s”', (zone, text) => {
  expect(zoneText(zone, WINTER)).toBe(text)
})
