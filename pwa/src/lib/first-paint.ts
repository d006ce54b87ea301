// Controls work around the first paint: data for the first paint is read before it, and other work waits
// until after it.
import { steady } from './time/clock'

let reads = 0
let firstPaint = Promise.resolve()

/** Counts a first read of stored data as running. Call the returned function when it ends or is cancelled. */
export function beginRead(): () => void {
  let isOpen = true
  reads += 1
  return () => {
    if (isOpen) reads -= 1
    isOpen = false
  }
}

/**
 * Resolves when all first reads have ended and rendering their results has started no further read, or after
 * `maxMs` at the latest.
 */
export async function waitForReads(maxMs: number): Promise<void> {
  const end = steady() + maxMs
  let hasBegun = false
  for (let quiet = 0; quiet < 2 && steady() < end; quiet = hasBegun && reads === 0 ? quiet + 1 : 0) {
    await new Promise((resolve) => setTimeout(resolve))
    hasBegun ||= reads > 0
  }
}

/** Makes `afterFirstPaint` wait until the returned function is called, but at most `maxMs`. */
export function beginFirstPaint(maxMs: number): () => void {
  let resolveShown = (): void => undefined
  firstPaint = new Promise((resolve) => (resolveShown = resolve))
  setTimeout(resolveShown, maxMs)
  return resolveShown
}

/** Returns a function that runs `work` after the first paint; at once if none is pending. */
export function afterFirstPaint<T>(work: () => T | Promise<T>): () => Promise<T> {
  return () => firstPaint.then(work)
}
