// Tests of the matches of a search in a conversation: selection, order and excerpts.
import { expect, test } from 'vitest'

import type { MessageRow } from '../../../db/rows/messages'
import { message } from '../../../testing/servers/wire-rows'
import { queryOf, excerptOf, MAX_MATCHES, matchesWords, mergeMatches } from './matches'

const row = (n: number, more: Partial<MessageRow> = {}): MessageRow => ({ ...message(n, 'c1', more), _s: [] })

test.each([
  ['whatever the case', 'Is the SIGN ready?', 'sign', true],
  ['with letters beyond ASCII', 'Öffnungszeiten', 'öff', true],
  ['literally, not as a pattern', 'Costs 5 (five) $', '(five) $', true],
  ['only if they are there', 'Costs 5 (five) $', '5.', false],
])('finds words %s', (_case, content, words, expected) => {
  expect(matchesWords(row(1, { content }), words)).toBe(expected)
})

test('finds the name of a file and shows it in the excerpt', () => {
  const file = row(1, { content: 'Here', attachment_name: 'Winter menu.pdf' })
  expect(matchesWords(file, 'menu')).toBe(true)
  expect(excerptOf(file, 'menu')).toEqual({ before: 'Winter ', words: 'menu', after: '.pdf' })
})

test('starts an excerpt a word before the match and keeps the case of the text', () => {
  const content = `${'x'.repeat(60)}\nOur Sign\nhangs`
  expect(excerptOf(row(1, { content }), 'sign')).toEqual({ before: '…Our ', words: 'Sign', after: ' hangs' })
})

test('merges results of device and server without duplicates, newest first, up to the limit', () => {
  const here = [row(3), row(1)]
  const there = Array.from({ length: 60 }, (_, n) => row(60 - n))
  const all = mergeMatches(here, there)
  expect(all).toHaveLength(MAX_MATCHES)
  expect(all[0]?.id).toBe(row(60).id)
  expect(mergeMatches(here, [row(3), row(2)]).map(({ id }) => id)).toEqual([row(3).id, row(2).id, row(1).id])
})

test('does not search for blanks', () => {
  expect([queryOf('  '), queryOf(' a ')]).toEqual([null, 'a'])
})
