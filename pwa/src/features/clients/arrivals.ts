// Keeps new rows out of a list that somebody is pointing at or reading. Pure.
import type { DirectoryEntry } from '../../live/use-directory'

/** `newest` first; rows made after the first row that was shown (`since`) are held back and counted. */
export function heldBack(newest: readonly DirectoryEntry[], since: string | null): { shown: readonly DirectoryEntry[]; fresh: number } {
  if (since === null) return { shown: newest, fresh: 0 }
  const first = newest.findIndex((entry) => entry.client.created_at <= since)
  const fresh = first === -1 ? newest.length : first
  return { shown: newest.slice(fresh), fresh }
}
