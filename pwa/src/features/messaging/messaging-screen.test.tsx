// Tests of messaging as users see it: reading, writing, waiting and rejected messages, and an admin's panes.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { SyncStatus } from '../../sync'
import { clientRow, waitingMessage } from '../../testing/rows/rows'
import { held, log, messageRow, openMessaging, replica, withMessaging } from '../../testing/screens/messaging'
import { thread } from '../../testing/servers/wire-rows'
import { LIVE_ADMIN, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { MessagingScreen } from '.'

withMessaging()

const open = (status: SyncStatus = LIVE_CLIENT, selected: string | null = null) =>
  openMessaging(
    <MessagingScreen selected={selected} hrefOf={(id) => `/m?client=${id}`} onBack={() => undefined} />,
    status,
  )

const contents = async () =>
  [...(await log()).querySelectorAll('[data-message]')].map((row) => row.getAttribute('data-message'))

test('shows a client their conversation, oldest first, marks unread messages and sends the read marker', async () => {
  await held('c1')
  const marker = { client_read_to: 'm1', client_read_created_at: messageRow(1).created_at, client_unread: 1 }
  await replica.threads.put({ ...thread('c1', 2, marker), _s: ['c:c1'] })
  await replica.messages.bulkPut([
    messageRow(2, { sender_role: 'admin', sender_name: 'Rui', content: 'See https://a.example' }),
    messageRow(1),
  ])
  const { sync } = open()
  await waitFor(async () => expect(await contents()).toEqual(['m1', 'm2']))
  expect(screen.getByRole('separator', { name: 'New messages' })).toBeVisible()
  const link = screen.getByRole('link', { name: 'https://a.example' })
  expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
  await waitFor(() =>
    expect(sync.enqueue).toHaveBeenCalledExactlyOnceWith({
      kind: 'threads.read',
      body: { id: 'c1', read_to: 'm2' },
    }),
  )
})

test('sends on Enter, adds a line on Shift+Enter, and does not send an empty text', async () => {
  const mouse = window.matchMedia('(pointer: fine)')
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(mouse, { matches: true }))
  await held('c1')
  const { sync, user } = open()
  const field = await screen.findByRole('textbox', { name: 'Message' })
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  // In Safari, the Enter that ends an input method's composition has this key code only.
  await user.type(field, 'Hello')
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(sync.enqueue).not.toHaveBeenCalled()
  await user.clear(field)
  await user.type(field, '  {Enter}')
  expect(sync.enqueue).not.toHaveBeenCalled()
  await user.clear(field)
  await user.type(field, 'One{Shift>}{Enter}{/Shift}two{Enter}')
  expect(field).toHaveValue('')
  const body: unknown = expect.objectContaining({ client_id: 'c1', content: 'One\ntwo' })
  await waitFor(() => expect(sync.enqueue).toHaveBeenCalledExactlyOnceWith({ kind: 'messages.send', body }))
})

test('stores a draft while it is typed, and restores it', async () => {
  await held('c1')
  const { user, unmount } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Half a thou')
  await waitFor(async () => expect(await replica.drafts.get('c1')).toEqual({ id: 'c1', text: 'Half a thou' }))
  unmount()
  open()
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thou'))
})

test('puts a text that could not be stored back into the field, with an error', async () => {
  await held('c1')
  const { sync, user } = open()
  sync.enqueue.mockRejectedValueOnce(new Error('quota'))
  const field = await screen.findByRole('textbox', { name: 'Message' })
  await user.type(field, 'Hello')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Failed to send message. Please try again.')).toBeVisible()
  expect(field).toHaveValue('Hello')
})

test('shows a message exactly once from sending to arrival', async () => {
  await held('c1')
  await replica.outbox.add(waitingMessage('m1', 'On its way'))
  open()
  expect(await contents()).toEqual(['m1'])
  expect(screen.getByRole('img', { name: 'Waiting to send' })).toBeVisible()
  const seen = new Set<number>()
  const counting = new MutationObserver(() =>
    seen.add(document.querySelectorAll('[data-message="m1"]').length),
  )
  counting.observe(document.body, { childList: true, subtree: true, attributes: true })
  await act(() =>
    replica.transaction('rw', replica.messages, replica.outbox, async () => {
      await replica.messages.add(messageRow(1, { content: 'On its way' }))
      await replica.outbox.delete('m1')
    }),
  )
  expect(await screen.findByRole('img', { name: 'Sent' })).toBeVisible()
  expect([...seen]).toEqual([1])
})

test('shows the error of a rejected message, which can be retried, edited or discarded', async () => {
  await held('c1')
  await replica.outbox.add(
    waitingMessage('m1', 'Too long', {
      state: 'refused',
      error: { code: 'invalid', message: 'Too long for us.' },
    }),
  )
  const { sync, user } = open()
  const row = within(await log())
  expect(await row.findByRole('alert')).toHaveTextContent(
    'Failed to send message. Please try again.Too long for us.',
  )
  await user.click(row.getByRole('button', { name: 'Retry' }))
  expect(sync.retry).toHaveBeenCalledWith('m1')
  await user.click(row.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit message' }))
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), 'Short')
  sync.edit.mockRejectedValueOnce(Object.assign(new Error('full'), { name: 'QuotaExceededError' }))
  await user.click(dialog.getByRole('button', { name: 'Save and send' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Not sent: the storage of this device is full. Free some space and try again.',
  )
  expect(dialog.getByRole('textbox')).toHaveValue('Short')
  expect((await replica.drafts.get('edit:m1'))?.text).toBe('{"text":"Short"}')
  await user.click(dialog.getByRole('button', { name: 'Save and send' }))
  await waitFor(() => expect(sync.edit).toHaveBeenLastCalledWith('m1', 'Short'))
  await waitFor(async () => expect(await replica.drafts.count()).toBe(0))
  await user.click(row.getByRole('button', { name: 'Discard' }))
  expect(sync.discard).not.toHaveBeenCalled()
  await user.click(row.getByRole('button', { name: 'Discard' }))
  expect(sync.discard).toHaveBeenCalledWith('m1')
})

test('lists an admin’s clients by company, with a filter and a mark for clients that have not signed up', async () => {
  await replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
  await replica.clients.bulkPut([
    clientRow({ id: 'c2', company_name: 'ash & Co', user_id: null }),
    clientRow({ id: 'c3', company_name: 'Zinc' }),
  ])
  await replica.threads.put({
    ...thread('c3', 1, { provider_unread: 3, last_message_at: '2026-11-21T10:00:00.000000Z' }),
    _s: ['w'],
  })
  const { user } = open(LIVE_ADMIN, 'c2')
  const list = within(await screen.findByRole('list', { name: 'Conversations' }))
  expect(screen.getByRole('radio', { name: 'All' })).toBeChecked()
  await waitFor(() =>
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      ['c2', 'c1', 'c3'].map((id) => `/m?client=${id}`),
    ),
  )
  expect(list.getByText('3 unread')).toBeInTheDocument()
  expect(
    within(screen.getByRole('region', { name: 'Conversation' })).getByText('Not signed up yet'),
  ).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Filter clients' }), 'zin')
  await waitFor(() => expect(list.getAllByRole('link')).toHaveLength(1))
})

test('holds a thread that an admin opens offline, and shows that it is not on the device yet', async () => {
  const { sync } = open({ ...LIVE_ADMIN, link: { is: 'offline', since: '2026-11-21T10:00:00Z' } }, 'c1')
  expect(
    await screen.findByText('This conversation is not on this device yet. It opens when you are online.'),
  ).toBeVisible()
  expect(sync.holdThread).toHaveBeenCalledWith('c1')
})

test('shows an error if a thread cannot be loaded, and retries', async () => {
  const { sync, user } = open(LIVE_ADMIN, 'c1')
  expect(await screen.findByText('Error loading messages. Please try again later.')).toBeVisible()
  const holdCalls = sync.holdThread.mock.calls.length
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(sync.holdThread.mock.calls.length).toBeGreaterThan(holdCalls))
})

test('shows an error for the URL of an unknown client, and requests nothing', async () => {
  const { sync } = open(LIVE_ADMIN, 'nobody')
  expect(await screen.findByText('Client not found')).toBeVisible()
  expect(sync.holdThread).not.toHaveBeenCalled()
})

test('loads older unread messages when the user jumps to them', async () => {
  await held('c1')
  const theirs = { sender_role: 'admin', sender_name: 'Rui' } as const
  await replica.messages.bulkPut(Array.from({ length: 200 }, (_, n) => messageRow(n + 1, theirs)))
  await replica.threads.put({
    ...thread('c1', 2, { client_unread: 199, client_read_created_at: messageRow(1).created_at }),
    _s: ['c:c1'],
  })
  const { user } = open()
  const pill = await screen.findByRole('button', { name: 'Jump to 199 unread messages' })
  await user.click(pill)
  await waitFor(() => expect(pill).not.toBeInTheDocument())
  expect(screen.queryByText('Error loading messages. Please try again later.')).toBeNull()
})
