// Dates and numbers in the English of the reader's region.
import { afterEach, expect, test, vi } from 'vitest'

const AT = new Date(2026, 10, 20, 15, 5).toISOString()

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

test.each([
  ['en-US', 'Fri, Nov 20, 2026, 3:05 PM', '3:05 PM', '12,045', '36.9%'],
  ['en-GB', 'Fri, 20 Nov 2026, 15:05', '15:05', '12,045', '36.9%'],
  ['de', 'Fri, 20 Nov 2026, 15:05', '15:05', '12.045', '36,9%'],
])('for a browser in %s', async (locale, full, clock, number, percent) => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    locale,
  })
  const { clockTime, dateTimeText } = await import('./times')
  const { numberText, percentText, priceText } = await import('./numbers')
  expect([dateTimeText(AT), clockTime(AT)]).toEqual([full, clock])
  expect([numberText(12_045), percentText(36.9)]).toEqual([number, percent])
  expect([priceText(99, 'usd'), priceText(99.5, 'usd'), priceText(1200, 'eur')]).toEqual([
    '$99',
    '$99.50',
    '€1,200',
  ])
})
