// Dialogs and drawers take the focus, close on Esc, and return the focus.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'

import { Button } from '../button'
import { Dialog } from './dialog'
import { Drawer } from './drawer'

function Opener({ panel: Panel }: { panel: typeof Drawer | typeof Dialog }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Panel open={open} onClose={() => setOpen(false)} title="Panel">
        <Button>Inside</Button>
      </Panel>
    </>
  )
}

test.each([
  ['dialog', Dialog],
  ['drawer', Drawer],
])('a %s keeps the focus inside, closes by Esc and returns the focus', async (_case, panel) => {
  const user = userEvent.setup()
  render(<Opener panel={panel} />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const opened = screen.getByRole('dialog', { name: 'Panel' })
  for (let presses = 0; presses < 4; presses += 1) {
    await user.tab()
    expect(opened).toContainElement(document.activeElement as HTMLElement)
  }
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
})

test('keys can scroll a dialog whose text does not fit and that has no control in it', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  onTestFinished(() => void vi.restoreAllMocks())
  render(
    <Dialog open onClose={() => undefined} title="Panel">
      Much text
    </Dialog>,
  )
  expect(await screen.findByText('Much text')).toBeVisible()
  expect(document.activeElement).toContainElement(screen.getByText('Much text'))
  expect(document.activeElement).not.toBe(screen.getByRole('dialog'))
})
