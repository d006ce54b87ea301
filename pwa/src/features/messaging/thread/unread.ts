// Where the line "New messages" stands, and what there is to mark as read. Pure.
import type { MessageRow, Side, ThreadRow } from '../../../db/rows/rows'

/** Times of messages, as text that sorts. */
interface UnreadLine {
  /** The line stands before the first message of the other side after this; null: before their very first one. */
  since: string | null
  /** The newest message of the other side. */
  newest: string | null
}

/** What came in moves the line along only for somebody who watches and had no line before them. */
export function followUnread(line: UnreadLine, newest: string | null, watching: boolean): UnreadLine {
  if (newest === line.newest) return line
  const caughtUp = line.newest === null || (line.since !== null && line.newest <= line.since)
  return { since: watching && caughtUp ? newest : line.since, newest }
}

export function newestOfOthers(messages: readonly MessageRow[], side: Side): MessageRow | undefined {
  return messages.findLast((message) => message.sender_role !== side)
}

/** The time up to which this side has read; `reading` is a read marker on its way. */
export function readUpTo(
  thread: ThreadRow | undefined,
  side: Side,
  reading: string | null,
  messages: readonly MessageRow[],
): string | null {
  const stored = (side === 'client' ? thread?.client_read_created_at : thread?.provider_read_created_at) ?? null
  const onItsWay = reading === null ? undefined : messages.findLast((message) => message.id === reading)?.created_at
  if (onItsWay === undefined) return stored
  return stored === null || onItsWay > stored ? onItsWay : stored
}

export function countAfter(messages: readonly MessageRow[], side: Side, since: string | null): number {
  let count = 0
  for (let i = messages.length - 1; i >= 0; i -= 1) {
    const message = messages[i]
    if (message === undefined || (since !== null && message.created_at <= since)) break
    if (message.sender_role !== side) count += 1
  }
  return count
}
