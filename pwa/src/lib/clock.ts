// The one place that reads the device's clock, so that tests can set it.

/** Milliseconds since the epoch by the device's clock. */
export function now(): number {
  return Date.now()
}

/** The device's time as an ISO text in UTC. */
export function nowIso(): string {
  return new Date(now()).toISOString()
}
