// Times as text, in the reader's time zone and in the English of their region.

/**
 * English, because every sentence is English, with the reader's region, which decides the order of day and
 * month and whether hours run to 12 or to 24. `maximize` adds the likely region if the locale has none.
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

/** In full, as a tap on a shorter form shows it: `Fri, Nov 20, 2026, 3:05 PM`. */
export function dateTimeText(iso: string): string {
  return full.format(new Date(iso))
}
