// Tests of the initials of users and companies in any script, and of their colour.
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

import { Avatar } from './avatar'

function avatarOf(name: string, picture?: string): HTMLElement {
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
])('the initials of %j are %s', (name, initials) => {
  const mark = avatarOf(name)
  expect(mark).toHaveTextContent(initials)
  expect(mark).toHaveAttribute('aria-hidden', 'true')
})

test('the same name always has the same colour, and another name has a different one', () => {
  const [one, again, other] = ['Maya Lindqvist', 'Maya Lindqvist', 'Otto Brandt'].map((name) =>
    avatarOf(name).getAttribute('style'),
  )
  expect(again).toBe(one)
  expect(other).not.toBe(one)
})

test('a picture replaces the initials and has no text beside the name', () => {
  const picture = avatarOf('Maya Lindqvist', '/files/maya.png')
  expect(picture).toHaveAttribute('src', '/files/maya.png')
  expect(picture).toHaveAttribute('alt', '')
})
