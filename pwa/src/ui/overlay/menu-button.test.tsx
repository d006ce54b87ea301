// A menu by keyboard: it opens at its button, moves with the arrow keys, and returns the focus.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { Button } from '../button'
import { MenuButton } from './menu-button'

function renderMenu() {
  const onSelected = vi.fn<(label: string) => void>()
  const item = (label: string, disabled = false) => ({
    label,
    icon: null,
    disabled,
    onSelect: () => onSelected(label),
  })
  render(
    <MenuButton
      label="More for this"
      items={[item('Rename'), item('Share', true), item('Delete')]}
      button={(props) => <Button {...props}>More</Button>}
    />,
  )
  return { onSelected, user: userEvent.setup(), button: screen.getByRole('button', { name: 'More' }) }
}

test('opens by Enter, skips disabled items, and runs the chosen item after the focus has returned to the button', async () => {
  const { onSelected, user, button } = renderMenu()
  expect(button).toHaveAttribute('aria-haspopup', 'menu')
  button.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('menu', { name: 'More for this' })
  expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus()
  onSelected.mockImplementation(() => expect(button).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(onSelected).toHaveBeenCalledExactlyOnceWith('Delete')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('closes by Esc, runs nothing, and returns the focus', async () => {
  const { onSelected, user, button } = renderMenu()
  await user.click(button)
  await screen.findByRole('menu')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveFocus()
  expect(onSelected).not.toHaveBeenCalled()
})
