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

/** The shortest time of several runs in milliseconds, without the delays by other programs. */
function duration(text: string): number {
  const times = Array.from({ length: 5 }, () => {
    const before = performance.now()
    partsOf(text)
    return performance.now() - before
  })
  return Math.min(...times)
}

test.each([')', ']', '.', ').', ')].'])('the time for a tail of %s grows with its length', (tail) => {
  const ending = (length: number) => `https://a.example/${tail.repeat(length / tail.length)}`
  expect(links(ending(20_000))).toEqual(['https://a.example/'])
  for (const after of ['', 'x']) {
    expect(links(`${ending(20_000)}${after}`)).toHaveLength(1)
    // Quadratic work takes 16 times as long.
    expect(duration(`${ending(20_000)}${after}`)).toBeLessThan(10 * duration(`${ending(5000)}${after}`))
  }
})
