// Tests of the sheet of keys: it opens with ?, not while the user types, and has the keys of the role.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import KeyHelp from './key-help'

let replica: Replica
beforeEach(() => {
  replica = new Replica(`keys-${String(Math.random())}`)
})
afterEach(() => replica.delete())

test.each([
  ['admins', LIVE_ADMIN, true],
  ['clients', LIVE_CLIENT, false],
])('lists the keys of %s behind ?, and not while they type', async (_role, status, hasPalette) => {
  render(
    <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(status) }}>
      <input aria-label="Field" />
      <button>Elsewhere</button>
      <KeyHelp />
    </LiveContext>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('textbox', { name: 'Field' }))
  await user.keyboard('?')
  expect(screen.queryByRole('dialog')).toBeNull()
  const button = screen.getByRole('button', { name: 'Elsewhere' })
  await user.click(button)
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(screen.queryByText('Search clients, screens and actions') !== null).toBe(hasPalette)
  expect(screen.getByText('Go to the search field of a list').closest('div')).toHaveTextContent('/')
  const group = (name: string) => screen.getByRole('heading', { name }).closest('section')
  expect(group('In lists')).toHaveTextContent('Next rowJPrevious rowK')
  expect(group('Anywhere')).not.toHaveTextContent('Next row')
  expect(group('Anywhere')).toHaveTextContent('Close a dialog or a menu')
  await user.keyboard('{Escape}')
  expect(button).toHaveFocus()
})
