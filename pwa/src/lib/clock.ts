// The one place that reads the device's clock, and knows its distance from the server's.

let offset = 0

/** Milliseconds since the epoch by the device's clock. */
export function now(): number {
  return Date.now()
}

/** A time in milliseconds as an ISO text in UTC. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}

/** Learn the server's time (whole unix seconds, as frames carry it). */
export function learnServerTime(serverSeconds: number): void {
  const distance = serverSeconds * 1000 - now()
  // Whole seconds and a slow link make less than two seconds of distance meaningless.
  offset = Math.abs(distance) < 2000 ? 0 : distance
}

/** The server's time in milliseconds as far as known; for "now" beside server times on a screen. */
export function serverNow(): number {
  return now() + offset
}
