// The clients that wait for an answer, longest wait first: the one meaning of "waiting" on all screens. Pure.
import type { DirectoryEntry } from './entry'
import { REMOVED } from './previews.gen'

/** Code of the attention reason with which the server names the start of the wait (messaging/queries). */
export const WAITING = 'waiting'

/**
 * When the client began to wait: the time of their oldest message that the team has not answered. Reading it
 * changes nothing. Null if they do not wait.
 */
export function waitsSince({ thread, waiting, attention }: DirectoryEntry): string | null {
  const isAnswering = waiting !== undefined && waiting.state !== 'refused'
  if (isAnswering || thread === null || thread === undefined || thread.last_message_at === null) return null
  const since = attention?.reasons.find(({ code }) => code === WAITING)?.since ?? null
  // A message that was taken back neither asks nor answers, so only the server knows what came before it.
  if (thread.last_message_preview === REMOVED) return since
  if (thread.last_message_role !== 'client') return null
  // The server's reason arrives seconds after the message.
  return since ?? thread.last_message_at
}

/** The entries of clients that wait, longest wait first. */
export function longestWaits(entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  return entries
    .map((entry) => ({ entry, since: waitsSince(entry) }))
    .filter((one): one is { entry: DirectoryEntry; since: string } => one.since !== null)
    .sort((one, other) => Date.parse(one.since) - Date.parse(other.since))
    .map(({ entry }) => entry)
}
