// Tests of the list of unsent messages: its content, and that retry, edit and discard reach sync.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import type { OutboxEntry } from '../../db/rows/outbox'
import { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { clientRow, waitingMessage, waitingUpload } from '../../testing/rows/rows'
import { ToastProvider } from '../../ui/feedback/toast'
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

test('shows when the device was last up to date, and returns the focus on Esc', async () => {
  const { user } = open()
  const button = screen.getByRole('button', { name: 'Up to date' })
  await user.click(button)
  // jsdom takes the name from the text inside, which Chromium does not because it is a status.
  expect(button).toHaveAttribute('aria-label', 'Up to date')
  expect(within(await panel()).getByText(/^As of Sat.* Nov 21/)).toBeVisible()
  expect(await within(await panel()).findByText(/All messages sent/)).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button).toHaveFocus()
})

test('says offline that messages are sent while the app is open, without Background Sync', async () => {
  const { user } = open({ ...LIVE_CLIENT, link: { is: 'offline', since: '2026-11-21T13:02:00.000000Z' } })
  await user.click(screen.getByRole('button', { name: /^Offline/ }))
  expect(await panel()).toHaveTextContent(
    'Messages are sent when the connection is back and the app is open.',
  )
})

test('closes the panel on a second press', async () => {
  const { user } = open()
  const button = screen.getByRole('button', { name: 'Up to date' })
  await user.click(button)
  await panel()
  await user.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('lists waiting messages in the order written, with their state and, for admins, their client', async () => {
  await replica.clients.put(clientRow())
  await replica.outbox.bulkPut([
    waitingMessage('b', 'Second', { n: 2, state: 'refused', error: { code: 'x', message: 'Too long.' } }),
    waitingMessage('a', 'First', { n: 1, unconfirmed: true }),
  ])
  const { user } = open(LIVE_ADMIN)
  await user.click(screen.getByRole('button', { name: 'Up to date' }))
  const items = await within(await panel()).findAllByRole('listitem')
  expect(items.map((item) => within(item).getByText(/First|Second/).textContent)).toEqual(['First', 'Second'])
  await waitFor(() => expect(items[0]).toHaveTextContent('Northwind Roasters'))
  expect(items[0]).toHaveTextContent('May have arrived; it is sent again')
  expect(items[1]).toHaveTextContent('Not accepted: Too long.')
})

test('shows a message that the server could not store as waiting, and that it is sent again', async () => {
  await replica.outbox.bulkPut([
    waitingMessage('a', 'First', { n: 1, unconfirmed: true, error: { code: 'told-to-wait', message: '' } }),
    waitingMessage('b', 'Second', { n: 2, unconfirmed: true, error: { code: 'busy', message: '' } }),
    waitingMessage('c', 'Third', { n: 3, unconfirmed: true, error: { code: 'network', message: '' } }),
  ])
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Up to date' }))
  const items = await within(await panel()).findAllByRole('listitem')
  const words = 'The server cannot store it right now; it is sent again and cannot arrive twice'
  expect(items.map((item) => item.textContent.includes(words))).toEqual([true, true, false])
  expect(items[2]).toHaveTextContent('May have arrived; it is sent again')
})

test('shows a banner each time the device goes offline, and shrinks it to a badge after 8 s', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const offline = (since: string) => ({ ...LIVE_CLIENT, link: { is: 'offline' as const, since } })
  const { sync } = open(offline('2026-11-21T13:02:00.000000Z'))
  const isBanner = () => screen.getByRole('button').className.includes('max-md:w-full')
  const text = screen.getByRole('status').textContent
  expect(isBanner()).toBe(true)
  act(() => void vi.advanceTimersByTime(7_999))
  expect(isBanner()).toBe(true)
  act(() => void vi.advanceTimersByTime(1))
  expect(isBanner()).toBe(false)
  expect(screen.getByRole('status').textContent).toBe(text)
  act(() => sync.status.set({ ...offline('2026-11-21T13:02:00.000000Z'), refused: 1 }))
  expect(isBanner()).toBe(true)
  act(() => sync.status.set(offline('2026-11-21T15:00:00.000000Z')))
  expect(isBanner()).toBe(true)
  vi.useRealTimers()
})

test('sends an edited message only with a visible text of at most 20,000 characters, unless it has a file', async () => {
  await replica.outbox.put(waitingMessage('a', 'First', { n: 1 }))
  const file = { key: 'f1', name: 'plan.pdf', type: 'application/pdf', size: 3 }
  const body = { id: 'b', client_id: 'c1', content: 'The plan', file }
  await replica.outbox.put(waitingMessage('b', '', { n: 2, body }))
  const { sync, user } = open()
  await user.click(screen.getByRole('button', { name: 'Up to date' }))
  const items = await within(await panel()).findAllByRole('listitem')
  const [first, withFile] = items.map((item) => within(item))
  if (first === undefined || withFile === undefined) throw new Error('Not two messages')
  await user.click(first.getByRole('button', { name: 'Edit' }))
  const write = (text: string) =>
    fireEvent.change(first.getByLabelText('Message'), { target: { value: text } })
  write('\u200b \u2060')
  expect(first.getByRole('button', { name: 'Save and send' })).toBeDisabled()
  write('a'.repeat(20_001))
  expect(first.getByRole('button', { name: 'Save and send' })).toBeDisabled()
  expect(first.getByText('1 character too long')).toBeVisible()
  fireEvent.submit(first.getByLabelText('Message'))
  expect(sync.edit).not.toHaveBeenCalled()
  write(' Second\u0000 ')
  await user.click(first.getByRole('button', { name: 'Save and send' }))
  expect(sync.edit).toHaveBeenLastCalledWith('a', 'Second')
  await user.click(withFile.getByRole('button', { name: 'Edit' }))
  await user.clear(withFile.getByLabelText('Message'))
  await user.click(withFile.getByRole('button', { name: 'Save and send' }))
  expect(sync.edit).toHaveBeenLastCalledWith('b', 'Attached file')
})

test('retries, edits and discards one message', async () => {
  await replica.outbox.put(waitingMessage('a', 'Frist'))
  const { sync, user } = open()
  await user.click(screen.getByRole('button', { name: 'Up to date' }))
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(sync.retry).toHaveBeenCalledExactlyOnceWith('a')

  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.clear(screen.getByLabelText('Message'))
  expect(screen.getByRole('button', { name: 'Save and send' })).toBeDisabled()
  await user.type(screen.getByLabelText('Message'), 'First')
  sync.edit.mockRejectedValueOnce(Object.assign(new Error('full'), { name: 'QuotaExceededError' }))
  await user.click(screen.getByRole('button', { name: 'Save and send' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Not saved: the storage of this device is full. Free some space and try again.',
  )
  sync.edit.mockClear()
  await user.click(screen.getByRole('button', { name: 'Save and send' }))
  expect(sync.edit).toHaveBeenCalledExactlyOnceWith('a', 'First')

  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(sync.discard).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(sync.discard).toHaveBeenCalledExactlyOnceWith('a')
})

test('MU10 offers to take back a discarded message that may have arrived, and shows the take-back’s state', async () => {
  const back = (id: string, fields: object) =>
    ({ ...waitingMessage(id, id, fields), kind: 'messages.take_back' }) as OutboxEntry
  await replica.outbox.bulkPut([
    waitingMessage('a', 'First', { n: 1, unconfirmed: true }),
    back('b', { n: 2 }),
    back('c', { n: 3, state: 'refused', error: { code: 'already_read', message: '' } }),
  ])
  const { sync, user } = open()
  await user.click(screen.getByRole('button', { name: 'Up to date' }))
  const items = await within(await panel()).findAllByRole('listitem')
  const [first, second, third] = items.map((item) => within(item))
  await user.click(first?.getByRole('button', { name: 'Discard' }) ?? document.body)
  expect(first?.getByText('It may have arrived. Take it back?')).toBeVisible()
  await user.click(first?.getByRole('button', { name: 'Unsend' }) ?? document.body)
  expect(sync.discard).toHaveBeenCalledExactlyOnceWith('a')
  expect(second?.getByText('Unsending; it may have arrived')).toBeVisible()
  expect(second?.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(third?.getByText('It was already read, so it stays')).toBeVisible()
  await user.click(third?.getByRole('button', { name: 'OK' }) ?? document.body)
  expect(sync.discard).toHaveBeenLastCalledWith('c')
})

test('lists a message that waits for its file’s upload', async () => {
  await replica.files.add(waitingUpload('f1', 'c1', 'The plan'))
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Up to date' }))
  const items = await within(await panel()).findAllByRole('listitem')
  expect(items).toHaveLength(1)
  expect(items[0]).toHaveTextContent(
    'The planWaits for its file plan.zip, which is on its way or has to be chosen again in the conversation',
  )
  expect(screen.queryByText(/All messages sent/)).toBeNull()
})

test('lists the first 50 messages with their state, and counts the rest', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 12, 0) })
  onTestFinished(() => void vi.useRealTimers())
  await replica.outbox.bulkPut(
    Array.from({ length: 1_000 }, (_, n) => waitingMessage(`m${n}`, `Number ${n}`, { n })),
  )
  await replica.outbox.update('m0', {
    next_at: new Date(2026, 10, 21, 14, 5).getTime(),
    error: { code: 'limited', message: '' },
  })
  await replica.outbox.update('m1', {
    next_at: new Date(2026, 10, 22, 0, 5).getTime(),
    error: { code: 'limited', message: '' },
  })
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Up to date' }))
  const items = await within(await panel()).findAllByRole('listitem')
  expect(items).toHaveLength(51)
  expect(items[0]).toHaveTextContent('You have sent very many messages. Sending waits until 2:05 PM')
  expect(items[1]).toHaveTextContent(
    'You have sent very many messages. Sending waits until Sun, Nov 22, 12:05 AM',
  )
  expect(items[50]).toHaveTextContent('And 950 more, sent in this order.')
})
