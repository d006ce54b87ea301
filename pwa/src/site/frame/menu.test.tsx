// Tests of the menu in a browser without the `command` attribute. tests/e2e/screens/test_public_site.py tests
// the menu in other browsers.
import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'

import { Menu, MenuButton } from './menu'
import { initMenu } from './menu-focus'

// jsdom has the dialog element but not its methods.
HTMLDialogElement.prototype.showModal = function () {
  this.setAttribute('open', '')
}
HTMLDialogElement.prototype.close = function () {
  this.removeAttribute('open')
}

beforeEach(() => {
  document.body.innerHTML = renderToStaticMarkup(
    <>
      <MenuButton />
      <Menu />
    </>,
  )
  initMenu()
})

const isOpen = () => document.querySelector('dialog')?.hasAttribute('open')

async function press(selector: string): Promise<void> {
  const element = document.querySelector(selector)
  if (element === null) throw new Error(`no ${selector}`)
  await act(() => userEvent.click(element))
}

test('opens and closes with its buttons, and closes on a link in it', async () => {
  expect(isOpen()).toBe(false)
  await press('[aria-label="Open menu"]')
  expect(isOpen()).toBe(true)
  await press('[aria-label="Close menu"]')
  expect(isOpen()).toBe(false)
  await press('[aria-label="Open menu"]')
  await press('dialog a[href="/#features"]')
  expect(isOpen()).toBe(false)
})
