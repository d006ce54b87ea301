// Predicates on an outbox entry. Pure, because screens use it too.
import type { OutboxEntry } from '../../db/rows/rows'

/** The server has set a time for the next attempt. An earlier attempt would count against the rate limit. */
export function isLimited(entry: OutboxEntry): boolean {
  return entry.state === 'queued' && entry.error?.code === 'limited'
}

/** `code` of an entry's error: the server's response said when to send it again. */
export const WAIT_REQUESTED = 'told-to-wait'

/** The server responded, and could not store the entry: its database or its disk has a fault, or it restarts. */
export function isServerFailing(entry: OutboxEntry): boolean {
  const code = entry.error?.code
  return entry.state === 'queued' && (code === 'busy' || code === WAIT_REQUESTED)
}
