// Which clients wait for an answer, and since when.
import { expect, test } from 'vitest'

import type { AttentionRow, ResolutionRow } from '../../db/rows/admin'
import type { ThreadRow } from '../../db/rows/messages'
import { clientRow } from '../../testing/rows/rows'
import { thread } from '../../testing/servers/wire-rows'
import {
  type DirectoryEntry,
  entryOf,
  type WaitingMessage,
  type WaitingRead,
  type WaitingResolve,
} from './entry'
import { isResolved, longestWaits, waitsSince, waitTone, withoutSnoozed } from './waiting'

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
/** The stored mark of an admin that messages up to this time need no answer. */
const resolution = (resolved_created_at: string | null): ResolutionRow => ({
  id: 'c1',
  v: 1,
  _s: ['w'],
  resolved_created_at,
  resolved_at: null,
  resolved_by: 'Ana',
})
const resolving = (resolved_to: string, is_resolved: boolean, state = 'queued') =>
  ({ kind: 'threads.resolve', state, body: { id: 'c1', resolved_to, is_resolved } }) as WaitingResolve
const reading = { kind: 'threads.read', body: { read_to: 'm9' } } as unknown as WaitingRead

interface Parts {
  sent: WaitingMessage
  read: WaitingRead
  attention: AttentionRow
  mark: ResolutionRow
  resolve: WaitingResolve
}

function entry(
  last: ThreadRow | null | undefined,
  { sent, read, attention, mark, resolve }: Partial<Parts> = {},
): DirectoryEntry {
  return entryOf(clientRow({ id: 'c1' }), last, sent, read, null, attention, mark, resolve)
}

test('a client waits since the oldest message that has no answer', () => {
  expect(waitsSince(entry(wrote(), { attention: reasons(OLDEST) }))).toBe(OLDEST)
})

test('a client waits since the last message, until the server has sent the time of the oldest one', () => {
  expect(waitsSince(entry(wrote()))).toBe(LAST)
  expect(waitsSince(entry(wrote(), { attention: reasons(null) }))).toBe(LAST)
})

test('reading a message does not end the wait, on this device or on the server', () => {
  const attention = reasons(OLDEST)
  for (const one of [
    entry(wrote({ provider_unread: 2 }), { attention }),
    entry(wrote({ provider_unread: 2 }), { attention, read: reading }),
    entry(wrote({ provider_unread: 0, provider_read_to: 'm9' }), { attention }),
  ])
    expect(waitsSince(one)).toBe(OLDEST)
})

test('an answer ends the wait, even while it is queued; a rejected answer does not', () => {
  const attention = reasons(OLDEST)
  expect(waitsSince(entry(wrote({ last_message_role: 'admin' }), { attention }))).toBeNull()
  expect(waitsSince(entry(wrote(), { attention, sent: answer('waiting') }))).toBeNull()
  expect(waitsSince(entry(wrote(), { attention, sent: answer('refused') }))).toBe(OLDEST)
})

test('a message that was taken back is neither a question nor an answer', () => {
  const removed = { last_message_preview: 'Message removed' }
  expect(waitsSince(entry(wrote(removed)))).toBeNull()
  expect(waitsSince(entry(wrote(removed), { attention: reasons(OLDEST) }))).toBe(OLDEST)
  const answered = wrote({ ...removed, last_message_role: 'admin' })
  expect(waitsSince(entry(answered))).toBeNull()
  expect(waitsSince(entry(answered, { attention: reasons(OLDEST) }))).toBe(OLDEST)
})

test('a mark that the last message needs no answer ends the wait, even before the server has updated its reason', () => {
  const marked = entry(wrote(), { attention: reasons(OLDEST), mark: resolution(LAST) })
  expect([waitsSince(marked), isResolved(marked)]).toEqual([null, true])
  const undone = entry(wrote(), { attention: reasons(OLDEST), mark: resolution(null) })
  expect([waitsSince(undone), isResolved(undone)]).toEqual([OLDEST, false])
})

test('a message after the mark waits since its own time, until the server has sent another time', () => {
  const between = '2026-11-19T10:00:00.000000Z'
  const mark = resolution('2026-11-18T12:00:00.000000Z')
  expect(waitsSince(entry(wrote(), { attention: reasons(OLDEST), mark }))).toBe(LAST)
  expect(waitsSince(entry(wrote(), { attention: reasons(between), mark }))).toBe(between)
  expect(isResolved(entry(wrote(), { mark }))).toBe(false)
})

test('a queued mark or undo counts for the message that it names, unless it was rejected', () => {
  expect(waitsSince(entry(wrote(), { resolve: resolving('m9', true) }))).toBeNull()
  expect(waitsSince(entry(wrote(), { resolve: resolving('m9', true, 'refused') }))).toBe(LAST)
  expect(waitsSince(entry(wrote(), { resolve: resolving('m8', true) }))).toBe(LAST)
  const undone = entry(wrote(), { mark: resolution(LAST), resolve: resolving('m9', false) })
  expect([waitsSince(undone), isResolved(undone)]).toEqual([LAST, false])
})

test('a thread is not resolved if its last message is an answer, or if an answer is queued', () => {
  const mark = resolution(LAST)
  expect(isResolved(entry(wrote({ last_message_role: 'admin' }), { mark }))).toBe(false)
  expect(isResolved(entry(wrote(), { mark, sent: answer('waiting') }))).toBe(false)
})

test('nobody waits in a conversation that is empty or not loaded yet', () => {
  expect(waitsSince(entry(undefined))).toBeNull()
  expect(waitsSince(entry(null))).toBeNull()
  expect(waitsSince(entry(wrote({ last_message_at: null, last_message_role: null })))).toBeNull()
})

test.each([
  ['2026-11-20T10:00:00.001Z', 'warn'],
  ['2026-11-20T10:00:00.000Z', 'bad'],
  ['2026-11-01T10:00:00.000Z', 'bad'],
] as const)('a wait since %s is shown as %s, because it is bad from a day on', (since, tone) => {
  expect(waitTone(since, Date.parse('2026-11-21T10:00:00.000Z'))).toBe(tone)
})

test('lists the longest wait first, and omits clients who do not wait', () => {
  const [short, none, long] = [
    entry(wrote()),
    entry(wrote({ last_message_role: 'admin' })),
    entry(wrote(), { attention: reasons(OLDEST) }),
  ]
  expect(longestWaits([short, none, long])).toEqual([long, short])
})

test('leaves out clients whose attention is snoozed, until the snooze ends', () => {
  const until = '2026-11-21T10:00:00.000000Z'
  const snoozed = entry(wrote(), { attention: { ...reasons(OLDEST), snoozed_until: until } })
  const other = entry(wrote())
  const at = Date.parse(until)
  expect(withoutSnoozed([snoozed, other], at - 1)).toEqual([other])
  expect(withoutSnoozed([snoozed, other], at)).toEqual([snoozed, other])
})
