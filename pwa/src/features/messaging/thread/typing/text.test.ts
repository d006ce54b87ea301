// Tests of the typing indicator's text.
import { expect, test } from 'vitest'

import type { Typist } from '../../../../live/ephemeral/typists'
import { typingText } from './text'

const typist = (name: string, role: Typist['role']): Typist => ({ by: name, name, role })
const maya = typist('Maya', 'client')
const otto = typist('Otto', 'client')
const ana = typist('Ana', 'admin')
const rui = typist('Rui', 'admin')

test.each<[Typist[], 'admin' | 'client', string | null]>([
  [[], 'admin', null],
  [[maya], 'admin', 'Maya is writing…'],
  [[ana], 'client', 'Ana is writing…'],
  [[ana], 'admin', 'Ana is answering…'],
  [[ana, maya], 'admin', 'Maya is writing, Ana is answering…'],
  [[maya, otto], 'admin', 'Maya and Otto are writing…'],
  [[ana, rui, typist('Eva', 'admin')], 'client', 'Ana and 2 others are writing…'],
])('shows the typists %j to the role %s as %s', (typists, viewerRole, text) => {
  expect(typingText(typists, viewerRole)).toBe(text)
})
