// Time: this device's clock, and its distance from the server's for showing times.

let offset = 0

/** Milliseconds since 1970 by this device's clock; for timers and leases only. */
export function now(): number {
  return Date.now()
}

/** Learn the server's time (whole unix seconds, as frames carry it). */
export function learnServerTime(serverSeconds: number): void {
  const distance = serverSeconds * 1000 - now()
  // Whole seconds and a slow link make two seconds of distance meaningless.
  offset = Math.abs(distance) < 2000 ? 0 : distance
}

/** Milliseconds since 1970 as the server would say; for "now" beside server times on a screen. */
export function serverNow(): number {
  return now() + offset
}

/** A time in milliseconds as ISO text in UTC. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}
