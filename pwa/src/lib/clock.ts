// The one module that reads the device's clock, which may be wrong and may be set while a page runs. Compare
// the server's times only with `serverNow`, and measure durations on this page with `steady`.
/** The greatest assumed age of a frame that is no response. */
const UNASKED_MS = 2_000

/** The server's clock minus the device's, in ms; that of the last visit until the first response. */
let distance = 0
let keep: (ms: number) => void = () => undefined

/** The estimated server time in milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + distance
}

/** Converts a server time to device time, in ms, for libraries that read the device's clock. */
export function deviceTime(at: number): number {
  return at - distance
}

/** A time in milliseconds as an ISO string in UTC. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}

/**
 * Calls `does` with each new distance, to store it. The next visit and the service worker pass it to
 * `recallDistance`.
 */
export function whenDistanceChanges(does: (ms: number) => void): void {
  keep = does
}

export function recallDistance(ms: number): void {
  distance = ms
}

/**
 * Call before a request. The returned function takes the time in the response, in ms, cut to whole ms or
 * seconds.
 */
export function askTime(): (at: number) => void {
  const asked = Date.now()
  return (at) => learn(at, asked)
}

/** Learns the server's time, in ms, from a frame that is no response. */
export function learnTime(at: number): void {
  learn(at, Date.now() - UNASKED_MS)
}

/**
 * The server wrote `at`, cut to whole seconds, after `asked` and before now. Keeps the distance if it fits
 * that.
 */
function learn(at: number, asked: number): void {
  const least = at - Date.now()
  const most = Math.max(least, at + 999 - asked)
  if (Number.isNaN(at) || (least <= distance && distance <= most)) return
  distance = Math.round((least + most) / 2)
  keep(distance)
}

/**
 * A smaller difference is no sleep, because two clocks that are read one after the other always differ a
 * little.
 */
const SLEPT_MS = 1_000
let passed = 0
let wall = Date.now()
let running = performance.now()

/**
 * Milliseconds that never run backwards, for durations on this page. `performance.now` stops while some
 * devices sleep, so the device's clock is added where it advanced further. A clock that is set forward
 * therefore looks like sleep.
 */
export function steady(): number {
  const [wallNow, runningNow] = [Date.now(), performance.now()]
  const slept = wallNow - wall - (runningNow - running)
  passed += runningNow - running + (slept > SLEPT_MS ? slept : 0)
  wall = wallNow
  running = runningNow
  return passed
}
