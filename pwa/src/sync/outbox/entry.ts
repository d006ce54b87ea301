// Predicates on an outbox entry. They are pure, because screens use them too.
import type { OutboxEntry } from '../../db/rows/outbox'

/**
 * Whether the rate limit delays the entry. An attempt before the time that the server has set would count
 * against the limit.
 */
export function isLimited(entry: OutboxEntry): boolean {
  return entry.state === 'queued' && entry.error?.code === 'limited'
}

/** `code` of an entry's error: the server's response said when to send it again. */
export const WAIT_REQUESTED = 'told-to-wait'

/**
 * Whether the server responded but could not store the entry: its database or disk has a fault, or it
 * restarts.
 */
export function isServerFailing(entry: OutboxEntry): boolean {
  const code = entry.error?.code
  return entry.state === 'queued' && (code === 'busy' || code === WAIT_REQUESTED)
}
