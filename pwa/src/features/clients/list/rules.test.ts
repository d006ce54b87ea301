// Tests of the client list's rules: plan names, rows that keep their place, and sort orders.
import { expect, test } from 'vitest'

import type { AttentionRow } from '../../../db/rows/admin'
import { type DirectoryEntry, entryOf } from '../../../live/directory/entry'
import { clientRow } from '../../../testing/rows/rows'
import { saveVideo, today } from '../actions'
import { type Column, inOrder } from './orders'
import { planName } from '../../../lib/text/plan-names'
import { reasonText, toneOf } from '../attention/reason-text'
import { withStableOrder } from './stable-order'

test.each([
  ['basic', 'Starter Plan'],
  ['pro', 'Professional Plan'],
  ['enterprise', 'Enterprise Plan'],
  ['toString', 'Basic Plan'],
  ['', 'Basic Plan'],
])('names the plan of tier “%s”', (tier, name) => {
  expect(planName(tier)).toBe(name)
})

const entryWith = (id: string, fields: Parameters<typeof clientRow>[0] = {}, attention?: AttentionRow) =>
  entryOf(clientRow({ id, ...fields }), undefined, undefined, undefined, undefined, attention)
const wants = (points: number, snoozed_until: string | null = null): AttentionRow => ({
  id: 'x',
  v: 1,
  _s: ['w'],
  reasons: [],
  points,
  snoozed_until,
  snoozed_by: '',
})
const ids = (entries: readonly DirectoryEntry[]) => entries.map((entry) => entry.client.id).join('')
const mapOf = (entries: readonly DirectoryEntry[]) =>
  new Map(entries.map((entry) => [entry.client.id, entry]))

test('keeps the rows’ order while the list is in use, and reports new and moved rows', () => {
  const [a, b, c, d] = [entryWith('a'), entryWith('b'), entryWith('c'), entryWith('d')]
  expect(withStableOrder([a, b], null, mapOf([a, b]))).toEqual({
    shown: [a, b],
    newCount: 0,
    isReordered: false,
  })
  expect(withStableOrder([a, b], ['a', 'b'], mapOf([a, b]))).toEqual({
    shown: [a, b],
    newCount: 0,
    isReordered: false,
  })
  expect(withStableOrder([d, c, a, b], ['a', 'b'], mapOf([a, b, c, d]))).toEqual({
    shown: [a, b],
    newCount: 2,
    isReordered: false,
  })
  expect(withStableOrder([b, a], ['a', 'b'], mapOf([a, b]))).toEqual({
    shown: [a, b],
    newCount: 0,
    isReordered: true,
  })
})

test('updates changed rows, keeps rows that no longer match, and removes deleted ones', () => {
  const [a, b, c] = [entryWith('a'), entryWith('b'), entryWith('c')]
  const changed = entryWith('b', { subscription_status: 'active' })
  expect(withStableOrder([a], ['a', 'b', 'c'], mapOf([a, changed]))).toEqual({
    shown: [a, changed],
    newCount: 0,
    isReordered: true,
  })
  expect(withStableOrder([a, b, c], ['a', 'b', 'c'], mapOf([a, b, c])).shown).toEqual([a, b, c])
})

test('sorts by each column, and keeps equal rows newest first', () => {
  const newest = [
    entryWith(
      'a',
      {
        company_name: 'Birch',
        contact_name: 'zoe',
        subscription_tier: 'basic',
        subscription_status: 'inactive',
      },
      wants(10),
    ),
    entryWith(
      'b',
      {
        company_name: 'Ash',
        contact_name: 'Ana',
        subscription_tier: 'enterprise',
        subscription_status: 'active',
      },
      wants(90, '2026-12-01'),
    ),
    entryWith(
      'c',
      { company_name: 'Cedar', contact_name: 'Moe', subscription_tier: 'pro', subscription_status: 'active' },
      wants(40),
    ),
    entryWith('d', {
      company_name: 'Dahl',
      contact_name: 'Moe',
      subscription_tier: 'pro',
      subscription_status: 'active',
    }),
  ]
  const ordered = (by: Column, isReversed = false) => ids(inOrder(newest, { by, isReversed }))
  expect(ordered('newest')).toBe('abcd')
  expect(ordered('newest', true)).toBe('dcba')
  expect(ordered('company')).toBe('bacd')
  expect(ordered('company', true)).toBe('dcab')
  expect(ordered('contact')).toBe('bcda')
  expect(ordered('tier')).toBe('bcda')
  expect(ordered('status')).toBe('bcda')
  // Snoozed reasons count zero.
  expect(ordered('attention')).toBe('cabd')
})

test.each([
  ['waiting', 'waiting', '2026-11-21T07:30:00Z', 'Waiting 5 hours'],
  ['waiting', 'waiting', '2026-11-21T12:59:50Z', 'Waiting 1 min'],
  ['waiting', 'waiting', '2026-11-20T11:00:00Z', 'Waiting 1 day'],
  ['waiting', 'waiting', '2026-11-19T14:00:00Z', 'Waiting 2 days'],
  ['unreached', 'not reached', '2026-11-18T13:00:00Z', 'Not reached for 3 days'],
  ['new-code', 'asked for help', '2026-11-21T12:00:00Z', 'asked for help 1 hour'],
  ['score', 'score −12', null, 'score −12'],
])('formats the reason %s (%s) since %s', (code, text, since, expected) => {
  expect(reasonText({ code, points: 1, text, since }, Date.parse('2026-11-21T13:00:00Z'))).toBe(expected)
})

test('shows reasons as bad if one is a wait of a day or more', () => {
  const now = Date.parse('2026-11-21T13:00:00Z')
  const reason = (code: string, since: string | null) => ({ code, points: 1, text: code, since })
  const score = reason('score', null)
  const unreached = reason('unreached', '2026-11-01T13:00:00Z')
  expect(toneOf([], now)).toBe('text-warn')
  expect(toneOf([score, unreached], now)).toBe('text-warn')
  expect(toneOf([score, reason('waiting', '2026-11-20T14:00:00Z')], now)).toBe('text-warn')
  expect(toneOf([score, reason('waiting', '2026-11-20T13:00:00Z')], now)).toBe('text-bad')
})

test.each([367, 3_000_000])('rejects a weekly video that is dated %i days ahead', async (days) => {
  const day = new Date(Date.parse(`${today()}T00:00:00Z`) + days * 86_400_000).toISOString()
  expect(await saveVideo('v1', 'c1', 'https://youtu.be/abc', day.replace(/^\+0|T.*$/g, ''))).toEqual({
    field: 'posted_at',
    message: 'The posted date cannot be more than a year ahead',
  })
})

test('rejects a weekly video without a date', async () => {
  expect(await saveVideo('v1', 'c1', 'https://youtu.be/abc', '')).toEqual({
    field: 'posted_at',
    message: 'Posted date is required',
  })
})
