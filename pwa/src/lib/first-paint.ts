// The first picture of a start: what it shows is read before it, and what it can do without waits until it is there.
import { steady } from './clock'

let reads = 0
let shown = Promise.resolve()

/** Something stored is being read for the first time; what is returned says that it has come, or is not wanted any more. */
export function beginRead(): () => void {
  let isOpen = true
  reads += 1
  return () => {
    if (isOpen) reads -= 1
    isOpen = false
  }
}

/** Resolves when nothing is being read any more, and nothing that was drawn with it asks for more; or after so many ms. */
export async function allRead(mostMs: number): Promise<void> {
  const end = steady() + mostMs
  let begun = false
  for (let quiet = 0; quiet < 2 && steady() < end; quiet = begun && reads === 0 ? quiet + 1 : 0) {
    await new Promise((resolve) => setTimeout(resolve))
    begun ||= reads > 0
  }
}

/** From now on `afterPicture` waits until what is returned is called, and no longer than so many ms. */
export function beginPicture(mostMs: number): () => void {
  let isThere = (): void => undefined
  shown = new Promise((resolve) => (isThere = resolve))
  setTimeout(isThere, mostMs)
  return isThere
}

/** Does `work` when the first picture is there; at once where none is being drawn. */
export function afterPicture<T>(work: () => T | Promise<T>): () => Promise<T> {
  return () => shown.then(work)
}
