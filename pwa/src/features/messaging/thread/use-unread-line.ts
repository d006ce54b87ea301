// Hook for the unread line of an open conversation. Marks messages as read while the user sees them.
import { useEffect, useState } from 'react'

import type { Role } from '../../../db/rows/messages'
import { useLive } from '../../../live/live'
import { markRead } from '../mutations'
import { countAfter, followUnread, newestOfOthers, readUpTo } from '../rows/unread'
import type { ThreadState } from '../rows/state'

interface Unread {
  /** The line is above the other side's first message after this time; null: above their very first one. */
  since: string | null
  /** Number of the other side's messages after the line. */
  afterLine: number
  /** Number of those messages that are still unread. */
  unread: number
}

/**
 * `sent` counts the messages sent since mount. `isWatching`: the newest message is in view and the page has the
 * focus.
 */
export function useUnreadLine(
  clientId: string,
  viewerRole: Role,
  { messages, thread, queuedReadId }: ThreadState,
  sent: number,
  isWatching: boolean,
): Unread {
  const { sync } = useLive()
  const newest = newestOfOthers(messages, viewerRole)
  const newestAt = newest?.created_at ?? null
  const readTo = readUpTo(thread, viewerRole, queuedReadId, messages)
  const [line, setLine] = useState({ since: readTo, newest: newestAt })
  const [unreadBefore] = useState(
    (viewerRole === 'client' ? thread?.client_unread : thread?.provider_unread) ?? 0,
  )
  const [sentBefore, setSentBefore] = useState(sent)
  const next = followUnread(line, newestAt, isWatching)
  if (sent !== sentBefore) {
    // A user who answers has read everything, so remove the unread line.
    setSentBefore(sent)
    setLine({ since: newestAt, newest: newestAt })
  } else if (next !== line) setLine(next)

  const unreadId = newest !== undefined && (readTo === null || newest.created_at > readTo) ? newest.id : null
  useEffect(() => {
    // Ignore a failure: the next message triggers another attempt.
    if (isWatching && unreadId !== null) void markRead(sync, clientId, unreadId).catch(() => undefined)
  }, [isWatching, unreadId, sync, clientId])

  const loaded = countAfter(messages, viewerRole, line.since)
  return {
    since: line.since,
    // Not all messages after the line may be loaded, so the server's count at the opening may be higher.
    afterLine: loaded === 0 ? 0 : Math.max(loaded, unreadBefore),
    unread: countAfter(messages, viewerRole, readTo),
  }
}
