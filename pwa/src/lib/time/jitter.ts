// Pauses before retries, with full jitter.

/**
 * A random number of milliseconds. Its upper bound is `firstMs` at attempt 1 and doubles with each attempt, up
 * to `maxMs`. `random` returns numbers in [0, 1).
 */
export function fullJitter(attempt: number, firstMs: number, maxMs: number, random: () => number): number {
  return Math.round(random() * Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(attempt - 1, 0), 30)))
}

/** A random number of milliseconds between two bounds. */
export function randomWithin(spread: readonly [number, number], random: () => number): number {
  return Math.round(spread[0] + random() * Math.max(0, spread[1] - spread[0]))
}

/** The milliseconds of a response's `Retry-After` header, at most five minutes. */
export function retryAfterMs(seconds: string | null | undefined): number {
  return Math.min(Math.max(Number(seconds) || 0, 0), 300) * 1000
}
