// The client list's own rules: what plans are called, and which rows wait above the list.
import { expect, test } from 'vitest'

import { entryOf } from '../../live/directory-entry'
import { clientRow } from '../../testing/rows'
import { heldBack } from './arrivals'
import { planName } from '../../lib/plan-names'

test.each([
  ['basic', 'Starter Plan'],
  ['pro', 'Professional Plan'],
  ['enterprise', 'Enterprise Plan'],
  ['toString', 'Basic Plan'],
  ['', 'Basic Plan'],
])('the tier %s', (tier, name) => {
  expect(planName(tier)).toBe(name)
})

const made = (id: string, created_at: string) => entryOf(clientRow({ id, created_at }), undefined, undefined, undefined)
const newest = [made('d', '4'), made('c', '3'), made('b', '2'), made('a', '1')]

test('rows made after the first one shown wait; everything shows when nobody looks closely', () => {
  expect(heldBack(newest, null)).toEqual({ shown: newest, fresh: 0 })
  expect(heldBack(newest, '4')).toEqual({ shown: newest, fresh: 0 })
  expect(heldBack(newest, '2')).toEqual({ shown: newest.slice(2), fresh: 2 })
})

test('the first one shown may have gone', () => {
  expect(heldBack(newest, '3.5')).toEqual({ shown: newest.slice(1), fresh: 1 })
  expect(heldBack(newest, '0')).toEqual({ shown: [], fresh: 4 })
})
