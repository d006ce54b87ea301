// The list of messages that wait: what it shows, and that retry, edit and discard reach sync.
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { BeingSent } from '../../sync'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../testing/fake-sync'
import { clientRow, waitingMessage } from '../../testing/rows'
import { ToastProvider } from '../../ui/toast'
import { StatusButton } from '.'

const replica = new Replica('u1')
afterEach(() => replica.delete({ disableAutoOpen: false }))

function open(status = LIVE_CLIENT) {
  const sync = fakeSync(status)
  render(
    <ToastProvider>
      <LiveContext value={{ userId: 'u1', replica, sync }}>
        <StatusButton />
      </LiveContext>
    </ToastProvider>,
  )
  return { sync, user: userEvent.setup() }
}

const panel = () => screen.findByRole('dialog', { name: 'Sync status' })

test('the panel says how fresh this device is, and Esc gives the focus back', async () => {
  const { user } = open()
  const button = screen.getByRole('button', { name: 'Up to date' })
  await user.click(button)
  expect(within(await panel()).getByText(/^As of Sat.* 21 Nov/)).toBeVisible()
  expect(within(await panel()).getByText(/Nothing waits/)).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button).toHaveFocus()
})

test('a second press closes the panel', async () => {
  const { user } = open()
  const button = screen.getByRole('button', { name: 'Up to date' })
  await user.click(button)
  await panel()
  await user.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('messages wait in the order they were written, each with its state; admins see for whom', async () => {
  await replica.clients.put(clientRow())
  await replica.outbox.bulkPut([
    waitingMessage('b', 'Second', { n: 2, state: 'refused', error: { code: 'x', message: 'Too long.' } }),
    waitingMessage('a', 'First', { n: 1, unconfirmed: true }),
  ])
  const { user } = open(LIVE_ADMIN)
  await user.click(screen.getByRole('button', { name: 'Up to date' }))
  const items = await within(await panel()).findAllByRole('listitem')
  expect(items.map((item) => within(item).getByText(/First|Second/).textContent)).toEqual(['First', 'Second'])
  expect(items[0]).toHaveTextContent('Northwind Roasters')
  expect(items[0]).toHaveTextContent('Sent, but not confirmed yet')
  expect(items[1]).toHaveTextContent('Not accepted: Too long.')
})

test('retry, edit and discard act on the one message', async () => {
  await replica.outbox.put(waitingMessage('a', 'Frist'))
  const { sync, user } = open()
  await user.click(screen.getByRole('button', { name: 'Up to date' }))
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(sync.retry).toHaveBeenCalledExactlyOnceWith('a')

  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.clear(screen.getByLabelText('Message'))
  expect(screen.getByRole('button', { name: 'Save and send' })).toBeDisabled()
  await user.type(screen.getByLabelText('Message'), 'First')
  await user.click(screen.getByRole('button', { name: 'Save and send' }))
  expect(sync.edit).toHaveBeenCalledExactlyOnceWith('a', 'First')

  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(sync.discard).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(sync.discard).toHaveBeenCalledExactlyOnceWith('a')
})

test('a message that left meanwhile cannot be discarded, and the person is told', async () => {
  await replica.outbox.put(waitingMessage('a', 'First'))
  const { sync, user } = open()
  sync.discard.mockRejectedValue(new BeingSent('This entry is being sent.'))
  await user.click(screen.getByRole('button', { name: 'Up to date' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('This message is being sent right now')).toBeVisible()
})
