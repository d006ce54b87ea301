// A menu by keyboard: it opens at its button, moves with the arrow keys, and gives the focus back.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { Button } from '../button'
import { MenuButton } from './menu-button'

function opened() {
  const chosen = vi.fn<(label: string) => void>()
  const item = (label: string, disabled = false) => ({
    label,
    icon: null,
    disabled,
    onSelect: () => chosen(label),
  })
  render(
    <MenuButton
      label="More for this"
      items={[item('Rename'), item('Share', true), item('Delete')]}
      button={(props) => <Button {...props}>More</Button>}
    />,
  )
  return { chosen, user: userEvent.setup(), button: screen.getByRole('button', { name: 'More' }) }
}

test('opens by Enter, skips what is disabled, and runs the chosen item with the focus back at the button', async () => {
  const { chosen, user, button } = opened()
  expect(button).toHaveAttribute('aria-haspopup', 'menu')
  button.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('menu', { name: 'More for this' })
  expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus()
  chosen.mockImplementation(() => expect(button).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Delete')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('closes by Esc, runs nothing, and gives the focus back', async () => {
  const { chosen, user, button } = opened()
  await user.click(button)
  await screen.findByRole('menu')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveFocus()
  expect(chosen).not.toHaveBeenCalled()
})
