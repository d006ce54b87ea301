// Tests of the matches of a search in a conversation: which, in which order, with which excerpt.
import { expect, test } from 'vitest'

import type { MessageRow } from '../../../db/rows/rows'
import { message } from '../../../testing/servers/wire-rows'
import { askedOf, excerptOf, FOUND_MOST, says, together } from './matches'

const said = (n: number, more: Partial<MessageRow> = {}): MessageRow => ({ ...message(n, 'c1', more), _s: [] })

test.each([
  ['in any case', 'Is the SIGN ready?', 'sign', true],
  ['of another alphabet', 'Öffnungszeiten', 'öff', true],
  ['as signs, not as a pattern', 'Costs 5 (five) $', '(five) $', true],
  ['nothing else', 'Costs 5 (five) $', '5.', false],
])('words are found %s', (_case, content, words, isFound) => {
  expect(says(said(1, { content }), words)).toBe(isFound)
})

test('the name of a file is found too, and stands in the excerpt', () => {
  const file = said(1, { content: 'Here', attachment_name: 'Winter menu.pdf' })
  expect(says(file, 'menu')).toBe(true)
  expect(excerptOf(file, 'menu')).toEqual({ before: 'Winter ', words: 'menu', after: '.pdf' })
})

test('an excerpt begins with a word a little before, and keeps them as they stand', () => {
  const content = `${'x'.repeat(60)}\nOur Sign\nhangs`
  expect(excerptOf(said(1, { content }), 'sign')).toEqual({ before: '…Our ', words: 'Sign', after: ' hangs' })
})

test('what the device and the server found stands once, newest first, so many', () => {
  const here = [said(3), said(1)]
  const there = Array.from({ length: 60 }, (_, n) => said(60 - n))
  const all = together(here, there)
  expect(all).toHaveLength(FOUND_MOST)
  expect(all[0]?.id).toBe(said(60).id)
  expect(together(here, [said(3), said(2)]).map(({ id }) => id)).toEqual([said(3).id, said(2).id, said(1).id])
})

test('nothing is asked for blanks', () => {
  expect([askedOf('  '), askedOf(' a ')]).toEqual([null, 'a'])
})
