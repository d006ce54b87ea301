// A predicate on an outbox entry. Pure, because screens use it too.
import type { OutboxEntry } from '../../db/rows/rows'

/** The server has set a time for the next attempt. An earlier attempt would count against the rate limit. */
export function isLimited(entry: OutboxEntry): boolean {
  return entry.state === 'queued' && entry.error?.code === 'limited'
}
