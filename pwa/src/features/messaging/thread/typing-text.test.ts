// Tests of the typing indicator's text.
import { expect, test } from 'vitest'

import type { Typist } from '../../../live/ephemeral/ephemeral'
import { typingText } from './typing-text'

const person = (name: string, role: Typist['role']): Typist => ({ by: name, name, role })
const maya = person('Maya', 'client')
const otto = person('Otto', 'client')
const ana = person('Ana', 'admin')
const rui = person('Rui', 'admin')

test.each<[Typist[], 'admin' | 'client', string | null]>([
  [[], 'admin', null],
  [[maya], 'admin', 'Maya is writing…'],
  [[ana], 'client', 'Ana is writing…'],
  [[ana], 'admin', 'Ana is answering…'],
  [[ana, maya], 'admin', 'Maya is writing, Ana is answering…'],
  [[maya, otto], 'admin', 'Maya and Otto are writing…'],
  [[ana, rui, person('Eva', 'admin')], 'client', 'Ana and 2 others are writing…'],
])('%j for the %s side: %s', (typists, side, text) => {
  expect(typingText(typists, side)).toBe(text)
})
