// The only module that reads the device's clock. This clock may be wrong, and may be set while a page runs.
// Compare the server's times only with `serverNow`, and measure durations on this page with `steady`.
/** The greatest assumed age of a frame that is not a response to a request. */
const MAX_FRAME_AGE_MS = 2_000

/**
 * The server's clock minus the device's clock, in ms. Until the first response, it is the offset of the last
 * visit.
 */
let offset = 0
let storeOffset: (ms: number) => void = () => undefined

/** The estimated server time in milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + offset
}

/** Converts a server time to device time, in ms, for libraries that read the device's clock. */
export function deviceTime(at: number): number {
  return at - offset
}

/** A time in milliseconds as an ISO string in UTC. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}

/**
 * Calls `store` with each new offset, to store it. The next visit and the service worker pass it to
 * `restoreOffset`.
 */
export function onOffsetChange(store: (ms: number) => void): void {
  storeOffset = store
}

export function restoreOffset(ms: number): void {
  offset = ms
}

/**
 * Call before a request. The returned function takes the server's time in the response, in ms, rounded down
 * to whole ms or seconds; NaN if the response has none.
 */
export function startTimeSample(): (at: number) => void {
  const sentAt = Date.now()
  return (at) => learn(at, sentAt)
}

/** Learns the server's time, in ms, from a frame that is not a response to a request. */
export function learnTime(at: number): void {
  learn(at, Date.now() - MAX_FRAME_AGE_MS)
}

/**
 * The server wrote `at`, rounded down to whole seconds, between `sentAt` and now. This gives two bounds for
 * the offset. Keeps the offset if it is within them; otherwise sets it to their middle.
 */
function learn(at: number, sentAt: number): void {
  const minOffset = at - Date.now()
  const maxOffset = Math.max(minOffset, at + 999 - sentAt)
  if (Number.isNaN(at) || (minOffset <= offset && offset <= maxOffset)) return
  offset = Math.round((minOffset + maxOffset) / 2)
  storeOffset(offset)
}

/**
 * A smaller difference does not count as sleep, because two clocks that are read one after the other always
 * differ a little.
 */
const SLEPT_MS = 1_000
let steadyMs = 0
let lastClock = Date.now()
let lastCounter = performance.now()

/**
 * Milliseconds that never run backwards, for durations on this page. On some devices `performance.now` stops
 * during sleep. So if the device's clock advanced further, the difference is added. A clock that is set
 * forward therefore looks like sleep.
 */
export function steady(): number {
  const [clockNow, counterNow] = [Date.now(), performance.now()]
  const sleptMs = clockNow - lastClock - (counterNow - lastCounter)
  steadyMs += counterNow - lastCounter + (sleptMs > SLEPT_MS ? sleptMs : 0)
  lastClock = clockNow
  lastCounter = counterNow
  return steadyMs
}
