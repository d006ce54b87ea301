// Tests of finding web addresses in a message: where they end, and that only http(s) counts.
import { expect, test } from 'vitest'

import { partsOf } from './links'

const links = (text: string) => partsOf(text).flatMap((part) => part.href ?? [])

test.each([
  ['See https://a.example/x?y=1#z.', ['https://a.example/x?y=1#z']],
  ['(https://a.example/b)', ['https://a.example/b']],
  ['https://a.example/wiki/B_(c), and more', ['https://a.example/wiki/B_(c)']],
  ['http://a.example https://b.example', ['http://a.example/', 'https://b.example/']],
  ['HTTPS://A.example/X', ['https://a.example/X']],
  ['<https://a.example/"onclick=1>', ['https://a.example/']],
  ['javascript:alert(1) data:text/html,x ftp://a.example mailto:a@b.example', []],
  ['xhttps://a.example', []],
  ['https:// and http://', []],
  ['no link', []],
  ['(see [https://a.example/b_(c)_[d]].)', ['https://a.example/b_(c)_[d]']],
  ['https://a.example/b).](.', ['https://a.example/b).](']],
])('finds the links of: %s', (text, expected) => {
  expect(links(text)).toEqual(expected)
  expect(
    partsOf(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test.each([')', ']', '.', ').', ')].'])('ends an address before a long tail of %s', (tail) => {
  // Work that grows with the square of the length takes minutes for this text, longer than a test may run.
  const address = `https://a.example/${tail.repeat(200_000 / tail.length)}`
  expect(links(address)).toEqual(['https://a.example/'])
  expect(links(`${address}x`)).toHaveLength(1)
})
