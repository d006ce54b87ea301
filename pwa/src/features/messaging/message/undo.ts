// Which messages can still be taken back: for ten seconds after they were written, on this page.
import { steady } from '../../../lib/clock'

export const UNDO_MS = 10_000
const writtenAt = new Map<string, number>()

export function noteWritten(id: string): void {
  writtenAt.set(id, steady())
}

/** Milliseconds in which message `id` can still be taken back. */
export function timeToUndo(id: string): number {
  const at = writtenAt.get(id)
  return at === undefined ? 0 : Math.max(0, at + UNDO_MS - steady())
}
