// The one place that reads the device's clock, which may be wrong and may be set while a page runs. A server's time is
// compared with `serverNow` alone; how long something has lasted on this page is measured by `steady`.
/** How old a frame that nobody asked for may be. */
const UNASKED_MS = 2_000

/** The server's clock less the device's, in ms; until an answer tells, the one of the last visit. */
let distance = 0
let keep: (ms: number) => void = () => undefined

/** The server's time in milliseconds since the epoch, as far as known. */
export function serverNow(): number {
  return Date.now() + distance
}

/** What the device's clock shows when the server's shows `at`, in ms; for code of others that reads the device's clock. */
export function deviceTime(at: number): number {
  return at - distance
}

/** A time in milliseconds as an ISO text in UTC. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}

/** `does` keeps each new distance for the next visit and for the service worker, which gives it back by `recallDistance`. */
export function whenDistanceChanges(does: (ms: number) => void): void {
  keep = does
}

export function recallDistance(ms: number): void {
  distance = ms
}

/** Called when the server is asked something; what it returns takes the time in its answer, in whole ms or seconds. */
export function askTime(): (at: number) => void {
  const asked = Date.now()
  return (at) => learn(at, asked)
}

/** A frame that nobody asked for told the server's time, in ms. */
export function learnTime(at: number): void {
  learn(at, Date.now() - UNASKED_MS)
}

/** The server wrote `at`, cut to whole seconds, after `asked` and before now: a distance that fits this is kept. */
function learn(at: number, asked: number): void {
  const least = at - Date.now()
  const most = Math.max(least, at + 999 - asked)
  if (Number.isNaN(at) || (least <= distance && distance <= most)) return
  distance = Math.round((least + most) / 2)
  keep(distance)
}

/** Two clocks that are read one after the other never agree quite. */
const SLEPT_MS = 1_000
let passed = 0
let wall = Date.now()
let running = performance.now()

/**
 * Milliseconds that never run backwards, for durations on this page. The page's own counter stands still while some
 * devices sleep, so the device's clock counts where it went further: a clock that was set forward looks like sleep.
 */
export function steady(): number {
  const [wallNow, runningNow] = [Date.now(), performance.now()]
  const slept = wallNow - wall - (runningNow - running)
  passed += runningNow - running + (slept > SLEPT_MS ? slept : 0)
  wall = wallNow
  running = runningNow
  return passed
}
