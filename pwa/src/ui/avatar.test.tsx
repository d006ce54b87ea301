// Initials of users and companies in every script, on a stable colour.
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

import { Avatar } from './avatar'

function drawn(name: string, picture?: string): HTMLElement {
  const { container } = render(<Avatar name={name} picture={picture} />)
  return container.firstElementChild as HTMLElement
}

test.each([
  ['Maya Lindqvist', 'ML'],
  ['Ana Maria de la Cruz', 'AC'],
  ['harbor', 'H'],
  ['  Otto   & Co ', 'OC'],
  ['Анна Петрова', 'АП'],
  ['李 小龙', '李小'],
  ['“Élan” studio', 'ÉS'],
  ['4 Seasons', '4S'],
  ['👍 👍', '?'],
  ['', '?'],
])('%j is %s', (name, initials) => {
  const mark = drawn(name)
  expect(mark).toHaveTextContent(initials)
  expect(mark).toHaveAttribute('aria-hidden', 'true')
})

test('a name always has the same colour, and another name has another', () => {
  const [one, again, other] = ['Maya Lindqvist', 'Maya Lindqvist', 'Otto Brandt'].map((name) =>
    drawn(name).getAttribute('style'),
  )
  expect(again).toBe(one)
  expect(other).not.toBe(one)
})

test('a picture replaces the initials and has no text beside the name', () => {
  const picture = drawn('Maya Lindqvist', '/files/maya.png')
  expect(picture).toHaveAttribute('src', '/files/maya.png')
  expect(picture).toHaveAttribute('alt', '')
})
