// Position of the "New messages" line, and the messages to mark as read. Pure.
import type { MessageRow, Role, ThreadRow } from '../../../db/rows/messages'

/** Message times as sortable text. */
interface UnreadLine {
  /** The line is above the other side's first message after this time; null: above their very first one. */
  since: string | null
  /** Time of the other side's newest message. */
  newest: string | null
}

/** A new message moves the line only if the user sees the message and no line was shown before. */
export function followUnread(line: UnreadLine, newest: string | null, isWatching: boolean): UnreadLine {
  if (newest === line.newest) return line
  const caughtUp = line.newest === null || (line.since !== null && line.newest <= line.since)
  return { since: isWatching && caughtUp ? newest : line.since, newest }
}

export function newestOfOthers(messages: readonly MessageRow[], role: Role): MessageRow | undefined {
  return messages.findLast((message) => message.sender_role !== role)
}

/** The time up to which this side has read. `queuedReadId` is the message id of a queued read marker. */
export function readUpTo(
  thread: ThreadRow | undefined,
  role: Role,
  queuedReadId: string | null,
  messages: readonly MessageRow[],
): string | null {
  const stored =
    (role === 'client' ? thread?.client_read_created_at : thread?.provider_read_created_at) ?? null
  const queued =
    queuedReadId === null
      ? undefined
      : messages.findLast((message) => message.id === queuedReadId)?.created_at
  if (queued === undefined) return stored
  return stored === null || queued > stored ? queued : stored
}

/** The number of the other side's messages after the time `since`; of all of them if it is null. */
export function countAfter(messages: readonly MessageRow[], role: Role, since: string | null): number {
  let count = 0
  for (let i = messages.length - 1; i >= 0; i -= 1) {
    const message = messages[i]
    if (message === undefined || (since !== null && message.created_at <= since)) break
    if (message.sender_role !== role) count += 1
  }
  return count
}
