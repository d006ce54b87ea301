// The lists of clients: unread counts, orders, search, and changes merged into a sorted list.
import { expect, test } from 'vitest'

import { clientRow, waitingRead } from '../../testing/rows/rows'
import { thread } from '../../testing/servers/wire-rows'
import {
  byCompany,
  byNewest,
  type DirectoryEntry,
  entryOf,
  matching,
  makeSorter,
  unreadOf,
  withChanges,
} from './entry'

const named = (
  id: string,
  company_name: string,
  created_at = '2026-11-01T09:00:00.000000Z',
): DirectoryEntry =>
  entryOf(
    clientRow({ id, company_name, created_at, contact_name: 'Zoë Ünal', contact_email: 'zoe@x.example' }),
    undefined,
    undefined,
    undefined,
  )
const ids = (entries: readonly DirectoryEntry[]) => entries.map((entry) => entry.client.id)
const threadRow = (fields: Parameters<typeof thread>[2]) => ({ ...thread('c1', 1, fields), _s: ['w'] })
const reading = (read_to: string) => waitingRead('r1', read_to)

test('companies are sorted ignoring case and accents', () => {
  const entries = [named('3', 'zephyr'), named('1', 'Álamo'), named('2', 'Birch'), named('4', 'birch')]
  expect(ids(entries.sort(byCompany))).toEqual(['1', '2', '4', '3'])
})

test('the newest client is first, and the later id breaks a tie', () => {
  const at = '2026-11-02T09:00:00.000000Z'
  expect(ids([named('1', 'A'), named('2', 'B', at), named('3', 'C', at)].sort(byNewest))).toEqual([
    '3',
    '2',
    '1',
  ])
})

test('search matches every word in company, contact or address, ignoring accents', () => {
  const entries = [named('1', 'Álamo Dental'), named('2', 'Birch Dental')]
  expect(ids(matching(entries, 'ALAMO zoe'))).toEqual(['1'])
  expect(ids(matching(entries, 'dental unal'))).toEqual(['1', '2'])
  expect(ids(matching(entries, 'dental bakery'))).toEqual([])
  expect(matching(entries, '  ')).toBe(entries)
})

test('a queued read marker counts unless a newer message has arrived', () => {
  const unread = threadRow({ provider_unread: 3, last_message_id: 'm9', last_message_role: 'client' })
  expect(unreadOf(undefined, undefined)).toBe(0)
  expect(unreadOf(unread, undefined)).toBe(3)
  expect(unreadOf(unread, reading('m9'))).toBe(0)
  expect(unreadOf(unread, reading('m8'))).toBe(3)
  expect(unreadOf({ ...unread, last_message_role: 'admin' }, reading('m8'))).toBe(0)
})

test('the order is updated for changed clients, and other entries stay the same objects', () => {
  const before = [named('1', 'Ash'), named('2', 'Birch'), named('3', 'Cedar'), named('4', 'Dahl')]
  const changed = new Map([
    ['2', named('2', 'Zinc')],
    ['3', named('3', 'Cedar')],
    ['4', undefined],
    ['5', named('5', 'Apple')],
  ])
  const after = withChanges(before, changed, byCompany)
  expect(ids(after)).toEqual(['5', '1', '3', '2'])
  expect(after[1]).toBe(before[0])
  expect(after[2]).toBe(changed.get('3'))
})

test('rows that load page by page end in the same order as rows that load at once', () => {
  // Unsorted names, some of them twice.
  const entries = Array.from({ length: 1000 }, (_, n) => named(String(n), `Company ${(n * 389) % 701}`))
  for (const size of [1, 7, 250, 1000]) {
    const sorted = makeSorter(byCompany)
    for (let start = 0; start < entries.length; start += size) sorted.add(entries.slice(start, start + size))
    expect(sorted.all()).toEqual(entries.toSorted(byCompany))
  }
  expect(makeSorter(byCompany).all()).toEqual([])
})
