// Dates and numbers in the English of the reader's region.
import { afterEach, expect, test, vi } from 'vitest'

const AT = new Date(2026, 10, 20, 15, 5).toISOString()

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

test.each([
  ['en-US', 'Fri, Nov 20, 2026, 3:05 PM', '3:05 PM', '12,045', '36.9%', ['1.8', '0.02'], '3.4 MB'],
  ['en-GB', 'Fri, 20 Nov 2026, 15:05', '15:05', '12,045', '36.9%', ['1.8', '0.02'], '3.4 MB'],
  ['de', 'Fri, 20 Nov 2026, 15:05', '15:05', '12.045', '36,9%', ['1,8', '0,02'], '3,4 MB'],
])('for a browser in %s', async (locale, full, clock, number, percent, decimals, size) => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    locale,
  })
  const { clockTime, dateTimeText } = await import('./times')
  const { decimalText, numberText, percentText, priceText } = await import('./numbers')
  const { sizeText } = await import('./sizes')
  expect([dateTimeText(AT), clockTime(AT)]).toEqual([full, clock])
  expect([numberText(12_045), percentText(36.9)]).toEqual([number, percent])
  expect([decimalText(1.81), decimalText(0.024, 2), sizeText(3_400_000)]).toEqual([...decimals, size])
  expect([priceText(99, 'usd'), priceText(99.5, 'usd'), priceText(1200, 'eur')]).toEqual([
    '$99',
    '$99.50',
    '€1,200',
  ])
})
