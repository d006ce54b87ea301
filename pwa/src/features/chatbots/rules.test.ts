// The addresses of Google sheets for a frame.
import { expect, test } from 'vitest'

import { sheetEmbed } from './rules'

const SHEETS = 'https://docs.google.com/spreadsheets'

test.each([
  ['/d/abc/edit', '/d/abc/preview'],
  ['/d/abc/edit?usp=sharing#gid=7', '/d/abc/preview?gid=7'],
  ['/u/1/d/abc/htmlview', '/u/1/d/abc/preview'],
  ['/d/e/2PACX-1/pubhtml', '/d/e/2PACX-1/pubhtml?widget=true&headers=false'],
  ['/d/e/2PACX-1/pub?output=csv', '/d/e/2PACX-1/pubhtml?widget=true&headers=false'],
  [
    '/d/e/2PACX-1/pubhtml?gid=7&single=true',
    '/d/e/2PACX-1/pubhtml?widget=true&headers=false&gid=7&single=true',
  ],
])('shows the sheet %s in a frame', (path, expected) => {
  expect(sheetEmbed(`${SHEETS}${path}`)).toBe(`${SHEETS}${expected}`)
})

test.each([
  `${SHEETS}/`,
  `${SHEETS}/d/e/2PACX-1`,
  'https://docs.google.com.evil.example/spreadsheets/d/abc',
  'x',
])('has no frame for %s', (url) => {
  expect(sheetEmbed(url)).toBeNull()
})
