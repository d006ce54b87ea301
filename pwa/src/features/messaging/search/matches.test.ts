// Tests of the matches of a search in a conversation: which, in which order, with which excerpt.
import { expect, test } from 'vitest'

import type { MessageRow } from '../../../db/rows/rows'
import { message } from '../../../testing/servers/wire-rows'
import { queryOf, excerptOf, MAX_MATCHES, matchesWords, together } from './matches'

const row = (n: number, more: Partial<MessageRow> = {}): MessageRow => ({ ...message(n, 'c1', more), _s: [] })

test.each([
  ['in any case', 'Is the SIGN ready?', 'sign', true],
  ['of another alphabet', 'Öffnungszeiten', 'öff', true],
  ['as signs, not as a pattern', 'Costs 5 (five) $', '(five) $', true],
  ['nothing else', 'Costs 5 (five) $', '5.', false],
])('words are found %s', (_case, content, words, expected) => {
  expect(matchesWords(row(1, { content }), words)).toBe(expected)
})

test('the name of a file is found too, and stands in the excerpt', () => {
  const file = row(1, { content: 'Here', attachment_name: 'Winter menu.pdf' })
  expect(matchesWords(file, 'menu')).toBe(true)
  expect(excerptOf(file, 'menu')).toEqual({ before: 'Winter ', words: 'menu', after: '.pdf' })
})

test('an excerpt begins with a word a little before, and keeps them as they stand', () => {
  const content = `${'x'.repeat(60)}\nOur Sign\nhangs`
  expect(excerptOf(row(1, { content }), 'sign')).toEqual({ before: '…Our ', words: 'Sign', after: ' hangs' })
})

test('what the device and the server found stands once, newest first, so many', () => {
  const here = [row(3), row(1)]
  const there = Array.from({ length: 60 }, (_, n) => row(60 - n))
  const all = together(here, there)
  expect(all).toHaveLength(MAX_MATCHES)
  expect(all[0]?.id).toBe(row(60).id)
  expect(together(here, [row(3), row(2)]).map(({ id }) => id)).toEqual([row(3).id, row(2).id, row(1).id])
})

test('nothing is asked for blanks', () => {
  expect([queryOf('  '), queryOf(' a ')]).toEqual([null, 'a'])
})
