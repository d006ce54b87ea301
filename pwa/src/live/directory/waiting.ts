// The clients that wait for an answer, longest wait first. All screens use this definition of "waiting". All
// functions are pure.
import type { DirectoryEntry } from './entry'
import { REMOVED } from './previews.gen'

/**
 * The code of the attention reason whose `since` is the start of the wait (see messaging/queries on the
 * server).
 */
export const WAITING = 'waiting'

const DAY_MS = 86_400_000

/**
 * When the client began to wait: the time of the oldest message that the team has not answered. Reading the
 * message does not end the wait; marking it as needing no answer does. Null if the client does not wait.
 */
export function waitsSince(entry: DirectoryEntry): string | null {
  const { thread, attention, resolvedTo } = entry
  if (isAnswering(entry) || thread === null || thread === undefined || thread.last_message_at === null)
    return null
  const isAfterMark = (at: string) => resolvedTo === null || at > resolvedTo
  if (!isAfterMark(thread.last_message_at)) return null
  const reason = attention?.reasons.find(({ code }) => code === WAITING)?.since ?? null
  // The server updates its reason some seconds after a message or a mark, so ignore an outdated reason.
  const since = reason !== null && isAfterMark(reason) ? reason : null
  // A message that was taken back is neither a question nor an answer, so only the server knows the state
  // before it.
  if (thread.last_message_preview === REMOVED) return since
  if (thread.last_message_role !== 'client') return null
  return since ?? thread.last_message_at
}

/** How urgent a wait is. From a day on, it is shown like an error. */
export function waitTone(since: string, now: number): 'warn' | 'bad' {
  return now - Date.parse(since) < DAY_MS ? 'warn' : 'bad'
}

/** Whether the client's last message would wait if no admin had marked it as needing no answer. */
export function isResolved(entry: DirectoryEntry): boolean {
  const { thread, resolvedTo } = entry
  if (isAnswering(entry) || thread?.last_message_role !== 'client' || thread.last_message_at === null)
    return false
  return resolvedTo !== null && thread.last_message_at <= resolvedTo
}

/** Whether an answer waits on this device to be sent. */
function isAnswering({ waiting }: DirectoryEntry): boolean {
  return waiting !== undefined && waiting.state !== 'refused'
}

/** The entries of clients that wait, longest wait first. */
export function longestWaits(entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  return entries
    .map((entry) => ({ entry, since: waitsSince(entry) }))
    .filter((one): one is { entry: DirectoryEntry; since: string } => one.since !== null)
    .sort((one, other) => Date.parse(one.since) - Date.parse(other.since))
    .map(({ entry }) => entry)
}

/** The entries whose attention is not snoozed. Where a screen offers one waiting client, it is the first of these. */
export function withoutSnoozed(entries: readonly DirectoryEntry[], now: number): readonly DirectoryEntry[] {
  return entries.filter(({ attention }) => {
    const off = attention?.snoozed_until ?? null
    return off === null || Date.parse(off) <= now
  })
}
