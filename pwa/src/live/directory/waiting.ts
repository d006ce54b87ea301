// The clients that wait for an answer, longest wait first. Pure.
import type { DirectoryEntry } from './entry'

/** A message that the team has read and left alone for three days ("Thanks!") needs no answer. */
const READ_WAITS_MS = 3 * 86_400_000

/** When the client began to wait for an answer; null if they do not wait. `now` is the server's time. */
export function waitsSince(
  { thread, waiting, unread, attention }: DirectoryEntry,
  now: number,
): string | null {
  const isAnswering = waiting !== undefined && waiting.state !== 'refused'
  if (isAnswering || thread?.last_message_role !== 'client' || thread.last_message_at === null) return null
  const { last_message_at } = thread
  if (unread === 0) return now - Date.parse(last_message_at) < READ_WAITS_MS ? last_message_at : null
  // The last message may be a reminder; the wait began with the first unread one.
  return attention?.reasons.find(({ code }) => code === 'unread')?.since ?? last_message_at
}

/** The entries of clients that wait, longest wait first. */
export function longestWaits(entries: readonly DirectoryEntry[], now: number): readonly DirectoryEntry[] {
  return entries
    .map((entry) => ({ entry, since: waitsSince(entry, now) }))
    .filter((one): one is { entry: DirectoryEntry; since: string } => one.since !== null)
    .sort((one, other) => Date.parse(one.since) - Date.parse(other.since))
    .map(({ entry }) => entry)
}
