// Tests of the "New messages" line's position and of how far this side has read.
import { expect, test } from 'vitest'

import type { MessageRow } from '../../../db/rows/rows'
import { message, moment, thread } from '../../../testing/servers/wire-rows'
import { countAfter, followUnread, newestOfOthers, readUpTo } from './unread'

const row = (n: number, sender_role: 'client' | 'admin'): MessageRow => ({ ...message(n, 'c1', { id: `m${n}`, sender_role }), _s: [] })
const messages = [row(1, 'admin'), row(2, 'client'), row(3, 'admin'), row(4, 'client')]

test('somebody who watches and has read everything sees no line for what comes in', () => {
  const line = { since: moment(1), newest: moment(1) }
  expect(followUnread(line, moment(3), true)).toEqual({ since: moment(3), newest: moment(3) })
  expect(followUnread({ since: null, newest: null }, moment(1), true)).toEqual({ since: moment(1), newest: moment(1) })
})

test('what came while nobody watched stays behind the line, even when more comes', () => {
  const away = followUnread({ since: moment(1), newest: moment(1) }, moment(3), false)
  expect(away).toEqual({ since: moment(1), newest: moment(3) })
  expect(followUnread(away, moment(5), true)).toEqual({ since: moment(1), newest: moment(5) })
})

test('without a new message the line does not move', () => {
  const line = { since: null, newest: moment(3) }
  expect(followUnread(line, moment(3), true)).toBe(line)
})

test('a marker on its way counts, and never moves back', () => {
  const stored = { ...thread('c1', 1, { client_read_created_at: moment(2), provider_read_created_at: moment(4) }), _s: [] }
  expect(readUpTo(undefined, 'client', null, messages)).toBeNull()
  expect(readUpTo(stored, 'client', null, messages)).toBe(moment(2))
  expect(readUpTo(stored, 'client', 'm3', messages)).toBe(moment(3))
  expect(readUpTo(stored, 'client', 'm1', messages)).toBe(moment(2))
  expect(readUpTo(stored, 'admin', null, messages)).toBe(moment(4))
})

test('only the other side counts as unread', () => {
  expect(newestOfOthers(messages, 'client')?.id).toBe('m3')
  expect(countAfter(messages, 'client', null)).toBe(2)
  expect(countAfter(messages, 'client', moment(1))).toBe(1)
  expect(countAfter(messages, 'client', moment(3))).toBe(0)
})
