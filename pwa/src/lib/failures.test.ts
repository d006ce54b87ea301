// Failures store an error's type and places, and never its text.
import { expect, test } from 'vitest'

import { failures, noteFailure, placesOf } from './failures'

const CANARY = 'Dear Maya, the invoice is wrong'

const CHROMIUM = `TypeError: Cannot read properties of "${CANARY}"
    at send (https://portal.example/assets/sync-3f9aB_1c.js:1:2931)
    at async Object.flush (https://portal.example/assets/sync-3f9aB_1c.js:1:99)
    at https://portal.example/assets/index-Bz5R6I8h.js:10:5
    at new Promise (<anonymous>)
    at ${CANARY} (chrome-extension://abc/inject.js:1:1)
    at eval (https://evil.example/other/${CANARY}.js:1:1)`

const FIREFOX = `send@https://portal.example/assets/sync-3f9aB_1c.js:1:2931
@https://portal.example/src/main.tsx?t=1:7:3
${CANARY}`

test.each([
  [
    CHROMIUM,
    [
      'send@/assets/sync-3f9aB_1c.js:1:2931',
      'Object.flush@/assets/sync-3f9aB_1c.js:1:99',
      '@/assets/index-Bz5R6I8h.js:10:5',
    ],
  ],
  [FIREFOX, ['send@/assets/sync-3f9aB_1c.js:1:2931', '@/src/main.tsx:7:3']],
  ['', []],
])('only places in our own files are kept', (stack, places) => {
  expect(placesOf(stack)).toEqual(places)
})

test('a failure has a type and no text for any thrown value', () => {
  const error = new RangeError(CANARY)
  error.stack = CHROMIUM
  noteFailure('error', error)
  noteFailure('error', CANARY)
  noteFailure('gap')
  const [first, second, third] = failures.get()
  expect(first).toMatchObject({ what: 'error', name: 'RangeError' })
  expect(first?.places).toHaveLength(3)
  expect(second).toMatchObject({ what: 'error', name: null, places: [] })
  expect(third).toMatchObject({ what: 'gap', name: null })
  expect(JSON.stringify(failures.get())).not.toContain('Maya')
})

test('an unknown error name is reduced to letters', () => {
  const error = new Error('x')
  error.name = `${CANARY} ${'x'.repeat(90)}`
  noteFailure('error', error)
  expect(failures.get().at(-1)?.name).toMatch(/^[A-Za-z]{40}$/)
})

test('the last 20 failures are stored', () => {
  for (let n = 0; n < 50; n += 1) noteFailure('store')
  expect(failures.get()).toHaveLength(20)
})
