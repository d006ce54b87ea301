// Tests of a busy button.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { Button } from './button'

test('a busy button keeps its name and focus, and ignores clicks and submits', async () => {
  const press = vi.fn()
  const submit = vi.fn()
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <Button type="submit" busy={busy} onClick={press}>
        Save
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const user = userEvent.setup()
  const button = screen.getByRole('button', { name: 'Save' })
  button.focus()
  rerender(form(true))
  await user.click(button)
  await user.keyboard('{Enter}')
  expect(button).toHaveFocus()
  expect(button).toHaveAccessibleName('Save')
  expect(press).not.toHaveBeenCalled()
  expect(submit).not.toHaveBeenCalled()
})
