// Tests of who waits for an answer, and since when.
import { expect, test } from 'vitest'

import type { AttentionRow } from '../../db/rows/admin'
import type { ThreadRow } from '../../db/rows/rows'
import { clientRow } from '../../testing/rows/rows'
import { thread } from '../../testing/servers/wire-rows'
import { type DirectoryEntry, entryOf, type WaitingMessage, type WaitingRead } from './entry'
import { longestWaits, waitsSince } from './waiting'

const OLDEST = '2026-11-18T09:00:00.000000Z'
const LAST = '2026-11-20T10:00:00.000000Z'

const wrote = (fields: Partial<ThreadRow> = {}): ThreadRow => ({
  ...thread('c1', 1, {
    last_message_id: 'm9',
    last_message_role: 'client',
    last_message_at: LAST,
    ...fields,
  }),
  _s: ['w'],
})
/** The server's reasons: one for the wait, and one of another kind. */
const reasons = (since: string | null): AttentionRow => ({
  id: 'c1',
  v: 1,
  _s: ['w'],
  reasons: [
    { code: 'unopened', points: 40, text: '2 reports unopened', since: '2026-11-01T00:00:00.000000Z' },
    ...(since === null ? [] : [{ code: 'waiting', points: 10, text: 'waiting', since }]),
  ],
  points: 50,
  snoozed_until: null,
  snoozed_by: '',
})
const answer = (state: 'waiting' | 'refused') =>
  ({ kind: 'messages.send', state }) as unknown as WaitingMessage
const reading = { kind: 'threads.read', body: { read_to: 'm9' } } as unknown as WaitingRead

function entry(
  last: ThreadRow | null | undefined,
  { sent, read, attention }: { sent?: WaitingMessage; read?: WaitingRead; attention?: AttentionRow } = {},
): DirectoryEntry {
  return entryOf(clientRow({ id: 'c1' }), last, sent, read, null, attention)
}

test('a client waits since the oldest message that has no answer', () => {
  expect(waitsSince(entry(wrote(), { attention: reasons(OLDEST) }))).toBe(OLDEST)
})

test('until the server has named the oldest, the last message is the start', () => {
  expect(waitsSince(entry(wrote()))).toBe(LAST)
  expect(waitsSince(entry(wrote(), { attention: reasons(null) }))).toBe(LAST)
})

test('reading changes nothing, on this device or on the server, however long ago', () => {
  const attention = reasons(OLDEST)
  for (const one of [
    entry(wrote({ provider_unread: 2 }), { attention }),
    entry(wrote({ provider_unread: 2 }), { attention, read: reading }),
    entry(wrote({ provider_unread: 0, provider_read_to: 'm9' }), { attention }),
  ])
    expect(waitsSince(one)).toBe(OLDEST)
})

test('an answer ends the wait, also while it is still on this device; one that was not accepted does not', () => {
  const attention = reasons(OLDEST)
  expect(waitsSince(entry(wrote({ last_message_role: 'admin' }), { attention }))).toBeNull()
  expect(waitsSince(entry(wrote(), { attention, sent: answer('waiting') }))).toBeNull()
  expect(waitsSince(entry(wrote(), { attention, sent: answer('refused') }))).toBe(OLDEST)
})

test('a message that was taken back neither asks nor answers', () => {
  const removed = { last_message_preview: 'Message removed' }
  expect(waitsSince(entry(wrote(removed)))).toBeNull()
  expect(waitsSince(entry(wrote(removed), { attention: reasons(OLDEST) }))).toBe(OLDEST)
  const answered = wrote({ ...removed, last_message_role: 'admin' })
  expect(waitsSince(entry(answered))).toBeNull()
  expect(waitsSince(entry(answered, { attention: reasons(OLDEST) }))).toBe(OLDEST)
})

test('nobody waits in a conversation that is empty or not loaded yet', () => {
  expect(waitsSince(entry(undefined))).toBeNull()
  expect(waitsSince(entry(null))).toBeNull()
  expect(waitsSince(entry(wrote({ last_message_at: null, last_message_role: null })))).toBeNull()
})

test('lists the longest wait first, and leaves out who does not wait', () => {
  const [short, none, long] = [
    entry(wrote()),
    entry(wrote({ last_message_role: 'admin' })),
    entry(wrote(), { attention: reasons(OLDEST) }),
  ]
  expect(longestWaits([short, none, long])).toEqual([long, short])
})
