// Outbox entries, and their state machine driven by events.
import type { OutboxEntry } from '../../db/rows/outbox'
import { stepEntry, type EntryEvent } from '../../sync/outbox/state-machine'
import { uuid } from '../servers/wire-rows'

export const NOW = 1_000_000
export const env = { now: NOW, random: () => 0.5 }

/** Returns the n-th entry of partition `a`: a message that has not been tried. */
export function entry(n: number, more: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    id: uuid(n),
    lane: 'a',
    n,
    kind: 'messages.send',
    body: { id: uuid(n), client_id: 'a', content: `text ${n}` },
    created_at: '',
    state: 'queued',
    attempts: 0,
    next_at: 0,
    lease: null,
    error: null,
    unconfirmed: false,
    ...more,
  } as OutboxEntry
}
/** Returns an entry whose first attempt is running. */
export const sending = (n: number, more: Partial<OutboxEntry> = {}): OutboxEntry =>
  entry(n, { state: 'sending', attempts: 1, lease: { tab: 't', until: NOW + 30_000 }, ...more })
/** Returns the entry after `event`; throws if there is none. */
export function nextEntry(start: OutboxEntry, event: EntryEvent): OutboxEntry {
  const next = stepEntry(start, event, env)
  if (typeof next === 'string') throw new Error(next)
  return next
}
