// Tests of the display rows of a conversation: groups, days, the unread line, delivery and read markers.
import { expect, test } from 'vitest'

import type { MessageRow, ThreadRow } from '../../../db/rows/messages'
import type { OutboxEntry } from '../../../db/rows/outbox'
import { waitingMessage } from '../../../testing/rows/rows'
import { message, thread } from '../../../testing/servers/wire-rows'
import type { Row, Viewer } from './row'
import { rowMaker } from './rows'
import { type WaitingMessage, waitingOf } from './state'

const client: Viewer = { role: 'client', userId: 'u-ana', name: 'Ana', otherName: 'Pulseboard' }
const admin: Viewer = { role: 'admin', userId: 'u-rui', name: 'Rui', otherName: 'Ana Lopes' }

/** `at`: local time, as `21 10:00` of November. */
function messageRow(id: string, sender: 'Ana' | 'Rui' | 'Eva', at: string): MessageRow {
  const [day, clock] = at.split(' ')
  const created_at = new Date(`2026-11-${day ?? ''}T${clock ?? ''}:00`).toISOString()
  const sender_role = sender === 'Ana' ? 'client' : 'admin'
  return {
    ...message(1, 'c1', {
      id,
      created_at,
      sender_role,
      sender_name: sender,
      sender_id: `u-${sender.toLowerCase()}`,
    }),
    _s: [],
  }
}

const rowsOf = (
  messages: MessageRow[],
  waiting: WaitingMessage[],
  thread: ThreadRow | undefined,
  viewer: Viewer,
  since: string | null,
) => rowMaker(viewer)(messages, waiting, thread, since)
const marks = (rows: Row[], mark: (row: Row) => unknown) => rows.filter(mark).map((row) => row.key)

test('groups consecutive messages of one sender that are at most five minutes apart on one day', () => {
  const messages = [
    messageRow('a', 'Ana', '20 23:58'),
    messageRow('b', 'Ana', '21 00:01'),
    messageRow('c', 'Ana', '21 00:03'),
    messageRow('d', 'Ana', '21 00:09'),
    messageRow('e', 'Rui', '21 00:10'),
    messageRow('f', 'Eva', '21 00:11'),
  ]
  const rows = rowsOf(messages, [], undefined, client, '9')
  expect(marks(rows, (row) => row.startsGroup)).toEqual(['a', 'b', 'd', 'e', 'f'])
  expect(marks(rows, (row) => row.endsGroup)).toEqual(['a', 'c', 'd', 'e', 'f'])
  expect(marks(rows, (row) => row.startsDay)).toEqual(['a', 'b'])
  expect(marks(rows, (row) => row.showsName)).toEqual(['e', 'f'])
})

test('shows an admin the names of the client and of colleagues, not their own', () => {
  const rows = rowsOf(
    [
      messageRow('a', 'Ana', '21 10:00'),
      messageRow('b', 'Rui', '21 10:01'),
      messageRow('c', 'Eva', '21 10:02'),
    ],
    [],
    undefined,
    admin,
    '9',
  )
  expect(rows.map((row) => [row.isOurs, row.showsName])).toEqual([
    [false, true],
    [true, false],
    [true, true],
  ])
})

test('shows one unread line, before the first unread message of the other side', () => {
  const messages = [
    messageRow('a', 'Rui', '21 10:00'),
    messageRow('b', 'Ana', '21 10:01'),
    messageRow('c', 'Rui', '21 10:02'),
    messageRow('d', 'Rui', '21 10:03'),
  ]
  const line = (since: string | null) =>
    marks(rowsOf(messages, [], undefined, client, since), (row) => row.isFirstUnread)
  expect(line(messages[0]?.created_at ?? null)).toEqual(['c'])
  expect(line(null)).toEqual(['a'])
  expect(line(messages[3]?.created_at ?? null)).toEqual([])
})

test('marks own messages as sent or read, and shows the reader on the last read one', () => {
  const messages = [
    messageRow('a', 'Ana', '21 10:00'),
    messageRow('b', 'Ana', '21 10:01'),
    messageRow('c', 'Ana', '21 10:02'),
  ]
  const readTo = messages[1]?.created_at ?? null
  const marker = {
    provider_read_created_at: readTo,
    provider_read_at: '2026-11-21T14:02:00.000000Z',
    provider_read_by: 'Rui',
  }
  const rows = rowsOf(messages, [], { ...thread('c1', 1, marker), _s: [] }, client, null)
  expect(rows.map((row) => row.delivery)).toEqual(['read', 'read', 'sent'])
  expect(rows.map((row) => row.readBy)).toEqual([
    null,
    { name: 'Rui', at: '2026-11-21T14:02:00.000000Z' },
    null,
  ])
})

test('marks own messages as delivered up to the other side’s marker, unless they are read', () => {
  const messages = ['a', 'b', 'c'].map((id, n) => messageRow(id, 'Ana', `21 10:0${n}`))
  const [read, delivered] = messages.map((one) => one.created_at)
  const states = (marker: object, viewer = client) =>
    rowsOf(messages, [], { ...thread('c1', 1, marker), _s: [] }, viewer, null).map((row) => row.delivery)
  expect(states({ provider_delivered_created_at: delivered })).toEqual(['delivered', 'delivered', 'sent'])
  expect(states({ provider_read_created_at: read, provider_delivered_created_at: delivered })).toEqual([
    'read',
    'delivered',
    'sent',
  ])
  expect(states({ provider_read_created_at: delivered, provider_delivered_created_at: read })).toEqual([
    'read',
    'read',
    'sent',
  ])
  // The marker of the viewer's own side does not affect own messages, and old rows have no marker.
  expect(states({ client_delivered_created_at: delivered })).toEqual(['sent', 'sent', 'sent'])
  expect(states({ provider_delivered_created_at: undefined })).toEqual(['sent', 'sent', 'sent'])
})

test("shows an admin the client's read marker, and a colleague's on the client's messages", () => {
  const messages = [messageRow('a', 'Ana', '21 10:00'), messageRow('b', 'Eva', '21 10:01')]
  const [first, second] = messages.map((one) => one.created_at)
  const marker = {
    provider_read_created_at: first ?? null,
    provider_read_at: 'P',
    provider_read_by: 'Eva',
    client_read_created_at: second ?? null,
    client_read_at: 'C',
  }
  const row = { ...thread('c1', 1, marker), _s: [] }
  expect(rowsOf(messages, [], row, admin, null).map((one) => one.readBy)).toEqual([
    { name: 'Eva', at: 'P' },
    { name: 'Ana Lopes', at: 'C' },
  ])
  expect(rowsOf(messages, [], row, { ...admin, name: 'Eva' }, null)[0]?.readBy).toBeNull()
})

test('keeps a rejected message at the place of its rejection, whatever the device’s clock shows', () => {
  const sent = [
    messageRow('a', 'Rui', '21 10:00'),
    messageRow('b', 'Rui', '21 10:01'),
    messageRow('c', 'Rui', '21 10:02'),
  ]
  const rejected = waitingMessage('w1', 'Refused', {
    state: 'refused',
    created_at: '2020-01-01T00:00:00.000Z',
    refused_after: sent[1]?.created_at ?? '',
  })
  const rows = rowsOf(
    sent,
    waitingOf([rejected, waitingMessage('w2', 'Later', { n: 2 })], []),
    undefined,
    client,
    '9',
  )
  expect(rows.map((row) => row.key)).toEqual(['a', 'b', 'w1', 'c', 'w2'])
})

test('shows a message that is being taken back as one row, with its outbox entry', () => {
  const back = (id: string) =>
    ({ ...waitingMessage(id, 'Oops', {}), kind: 'messages.take_back' }) as OutboxEntry
  const rows = rowsOf(
    [messageRow('a', 'Rui', '21 10:00')],
    waitingOf([back('a'), back('b')], [messageRow('a', 'Rui', '21 10:00')]),
    undefined,
    client,
    '9',
  )
  expect(rows.map((row) => [row.key, row.waiting?.kind, row.message !== null])).toEqual([
    ['a', 'messages.take_back', true],
    ['b', 'messages.take_back', false],
  ])
})

test('lists waiting messages last, in the order written, each with its state', () => {
  const entries = [
    waitingMessage('w2', 'Later', { n: 2 }),
    waitingMessage('w1', 'Refused', { n: 1, state: 'refused', created_at: '2020-01-01T00:00:00.000Z' }),
  ]
  const rows = rowsOf([messageRow('a', 'Rui', '21 10:00')], waitingOf(entries, []), undefined, client, '9')
  expect(rows.map((row) => [row.key, row.delivery])).toEqual([
    ['a', null],
    ['w1', 'refused'],
    ['w2', 'queued'],
  ])
  // The message has the earlier date of a device whose clock is behind, but starts no new day.
  expect(rows[1]?.startsDay).toBe(false)
})

test('keeps the object of a row that has not changed', () => {
  const [a, b, c, d] = [
    messageRow('a', 'Rui', '20 10:00'),
    messageRow('b', 'Ana', '21 10:00'),
    messageRow('c', 'Ana', '21 10:01'),
    messageRow('d', 'Ana', '21 10:02'),
  ]
  const rowsOf = rowMaker(client)
  const before = rowsOf([b, c], [], undefined, null)
  const after = rowsOf([a, b, c, d], [], undefined, null)
  // The last one no longer ends its group.
  expect(after.map((row) => before.indexOf(row))).toEqual([-1, 0, -1, -1])
  expect(marks(after, (row) => row.endsGroup)).toEqual(['a', 'd'])
  const changed = rowsOf([a, { ...b, v: 2, content: 'Corrected' }, c, d], [], undefined, null)
  expect(changed.map((row) => after.indexOf(row))).toEqual([0, -1, 2, 3])
  expect(changed[1]?.content).toBe('Corrected')
})
