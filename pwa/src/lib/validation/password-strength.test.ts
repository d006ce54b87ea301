// The hint about a new password's strength.
import { expect, test } from 'vitest'

import { strengthOf } from './password-strength'

test.each([
  ['', 0],
  ['abc', 1],
  ['password1', 1],
  ['123456789', 1],
  ['aaaaaaaaaaaa', 1],
  ['garden', 2],
  ['gardenhose7', 3],
  ['Correct-horse-battery', 4],
] as const)('%j scores %i', (password, score) => expect(strengthOf(password).score).toBe(score))

test('every score has a text, except for an empty password', () => {
  expect(strengthOf('').words).toBe('')
  expect(
    ['abc', 'garden', 'gardenhose7', 'Correct-horse-battery'].map((password) => strengthOf(password).words),
  ).not.toContain('')
})
