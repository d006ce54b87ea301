// Times as text, in the reader's time zone and in the English form of the reader's region.

/**
 * The language is English, like all texts. The region is the reader's. It determines the order of day and
 * month, and whether the clock has 12 or 24 hours. `maximize` adds the likely region if the locale has none.
 */
export const LOCALE = `en-${new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale).maximize().region as string}`
export const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const
export const TIME = { hour: 'numeric', minute: '2-digit' } as const

const clock = new Intl.DateTimeFormat(LOCALE, TIME)
const full = new Intl.DateTimeFormat(LOCALE, { ...DAY, year: 'numeric', ...TIME })

/** `2:02 PM` */
export function clockTime(iso: string): string {
  return clock.format(new Date(iso))
}

/** A complete date and time: `Fri, Nov 20, 2026, 3:05 PM`. A tap on a shorter time shows this text. */
export function dateTimeText(iso: string): string {
  return full.format(new Date(iso))
}
