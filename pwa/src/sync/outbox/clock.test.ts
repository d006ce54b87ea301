// Entries that wait in the outbox while the device's clock is changed.
import { expect, it } from 'vitest'

import type { OutboxEntry } from '../../db/rows/outbox'
import { plan, stepEntry, type EntryEvent } from './state-machine'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const written = {
  kind: 'messages.send',
  id: 'm1',
  lane: 'a',
  n: 1,
  created_at: new Date(NOW).toISOString(),
  state: 'queued',
  attempts: 0,
  next_at: NOW,
  lease: null,
  error: null,
  unconfirmed: false,
  body: { id: 'm1', client_id: 'a', content: 'text' },
} as OutboxEntry

function after(...events: EntryEvent[]): OutboxEntry {
  let entry = written
  for (const event of events) {
    const next = stepEntry(entry, event, { now: NOW, random: () => 1 })
    if (typeof next === 'string') throw new Error(next)
    entry = next
  }
  return entry
}
const take: EntryEvent = { is: 'take', tab: 't' }
const failed: EntryEvent = { is: 'later', why: 'network', after: 0 }
const STATES = {
  written,
  'being sent': after(take),
  'failed once': after(take, failed),
  'failed often': after(...Array.from({ length: 20 }, () => [take, failed]).flat()),
  'told to wait': after(take, { is: 'later', why: 'busy', after: 5 * MINUTE }),
}

it.each(Object.entries(STATES))('CK3 LV3 tries within 5 minutes with any clock: %s', (_state, entry) => {
  for (let jump = -2 * DAY; jump <= 2 * DAY; jump += 90_000) {
    const { send, expired, wakeAt } = plan([entry], new Set(), NOW + jump)
    const isTried = send.length + expired.length > 0
    expect(isTried ? 0 : (wakeAt ?? Infinity) - NOW - jump).toBeLessThanOrEqual(5 * MINUTE)
  }
})
