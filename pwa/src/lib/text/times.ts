// Times as text, in the device's time zone.

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const withZone = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

const withYear = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** `14:02` */
export function clockTime(iso: string): string {
  return clock.format(new Date(iso))
}

/** `Fri, 20 Nov 2026, 15:05 CET` */
export function dateTimeText(iso: string): string {
  return withYear.format(new Date(iso))
}

/** `Sat, 21 Nov, 14:02:10 CET` */
export function dateTimeWithZone(iso: string): string {
  return withZone.format(new Date(iso))
}
