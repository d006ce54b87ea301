// Tests that rows and outbox entries merge into one conversation without duplicates, losses or disorder.
import { expect, test } from 'vitest'

import type { MessageRow } from '../../../db/rows/messages'
import { waitingMessage, waitingRead } from '../../../testing/rows/rows'
import { message } from '../../../testing/servers/wire-rows'
import { keepUnchanged, waitingOf, withRows } from './state'

const row = (n: number, v = 1): MessageRow => ({ ...message(n, 'c1', { id: `m${n}`, v }), _s: [] })
const ids = (rows: readonly { id: string }[]) => rows.map((one) => one.id)
const touched = (...which: string[]) => new Set(which)

test('sorts new messages by time, in whatever order they arrive', () => {
  const messages = [row(1), row(4)]
  expect(ids(withRows(messages, touched('m6', 'm5'), [row(6), row(5)]))).toEqual(['m1', 'm4', 'm5', 'm6'])
  expect(ids(withRows(messages, touched('m2'), [row(2)]))).toEqual(['m1', 'm2', 'm4'])
  expect(ids(withRows(messages, touched('m0'), [row(0)]))).toEqual(['m0', 'm1', 'm4'])
})

test('replaces a changed message, removes a deleted one and ignores messages of other threads', () => {
  const messages = [row(1), row(2), row(3)]
  const changed = withRows(messages, touched('m2'), [row(2, 2)])
  expect(changed.map((one) => [one.id, one.v])).toEqual([
    ['m1', 1],
    ['m2', 2],
    ['m3', 1],
  ])
  expect(ids(withRows(messages, touched('m2'), []))).toEqual(['m1', 'm3'])
  expect(withRows(messages, touched('x'), [])).toBe(messages)
})

test('keeps the object of a message that has not changed', () => {
  const before = [row(1), row(2)]
  const after = keepUnchanged(before, [row(1), row(2, 2), row(3)])
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
  expect(ids(after)).toEqual(['m1', 'm2', 'm3'])
})

test('hides outbox entries of messages that have arrived and of read markers', () => {
  const entries = [
    waitingMessage('m3', 'c', { n: 3 }),
    waitingMessage('m1', 'a', { n: 1 }),
    waitingMessage('m2', 'b', { n: 2 }),
    waitingRead('r', 'm1'),
  ]
  expect(ids(waitingOf(entries, [row(1)]))).toEqual(['m2', 'm3'])
})
