// Tests of the position of the "New messages" line, and of the last message that this side has read.
import { expect, test } from 'vitest'

import type { MessageRow } from '../../../db/rows/messages'
import { message, timestamp, thread } from '../../../testing/servers/wire-rows'
import { countAfter, followUnread, newestOfOthers, readUpTo } from './unread'

const row = (n: number, sender_role: 'client' | 'admin'): MessageRow => ({
  ...message(n, 'c1', { id: `m${n}`, sender_role }),
  _s: [],
})
const messages = [row(1, 'admin'), row(2, 'client'), row(3, 'admin'), row(4, 'client')]

test('shows no line for new messages if the user sees them and has read everything else', () => {
  const line = { since: timestamp(1), newest: timestamp(1) }
  expect(followUnread(line, timestamp(3), true)).toEqual({ since: timestamp(3), newest: timestamp(3) })
  expect(followUnread({ since: null, newest: null }, timestamp(1), true)).toEqual({
    since: timestamp(1),
    newest: timestamp(1),
  })
})

test('keeps messages that arrived unseen below the line when more arrive', () => {
  const away = followUnread({ since: timestamp(1), newest: timestamp(1) }, timestamp(3), false)
  expect(away).toEqual({ since: timestamp(1), newest: timestamp(3) })
  expect(followUnread(away, timestamp(5), true)).toEqual({ since: timestamp(1), newest: timestamp(5) })
})

test('does not move the line without a new message', () => {
  const line = { since: null, newest: timestamp(3) }
  expect(followUnread(line, timestamp(3), true)).toBe(line)
})

test('counts a read marker that is not sent yet, and never moves the marker back', () => {
  const stored = {
    ...thread('c1', 1, { client_read_created_at: timestamp(2), provider_read_created_at: timestamp(4) }),
    _s: [],
  }
  expect(readUpTo(undefined, 'client', null, messages)).toBeNull()
  expect(readUpTo(stored, 'client', null, messages)).toBe(timestamp(2))
  expect(readUpTo(stored, 'client', 'm3', messages)).toBe(timestamp(3))
  expect(readUpTo(stored, 'client', 'm1', messages)).toBe(timestamp(2))
  expect(readUpTo(stored, 'admin', null, messages)).toBe(timestamp(4))
})

test('counts only messages of the other side as unread', () => {
  expect(newestOfOthers(messages, 'client')?.id).toBe('m3')
  expect(countAfter(messages, 'client', null)).toBe(2)
  expect(countAfter(messages, 'client', timestamp(1))).toBe(1)
  expect(countAfter(messages, 'client', timestamp(3))).toBe(0)
})
