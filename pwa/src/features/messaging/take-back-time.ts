// The time in which a message can be taken back: ten seconds after it was written on this page.
import { steady } from '../../lib/time/clock'
import { UNDO_MS } from '../../lib/time/undo-time'

const writtenAt = new Map<string, number>()

export function noteWritten(id: string): void {
  writtenAt.set(id, steady())
}

/** Milliseconds in which message `id` can still be taken back. */
export function timeToTakeBack(id: string): number {
  const at = writtenAt.get(id)
  return at === undefined ? 0 : Math.max(0, at + UNDO_MS - steady())
}
