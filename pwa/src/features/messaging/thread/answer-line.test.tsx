// Tests of ending a client's wait without an answer, from the conversation.
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import { clientRow, snoozedRow } from '../../../testing/rows/rows'
import { held, messageRow, openMessaging, replica, withMessaging } from '../../../testing/screens/messaging'
import { thread } from '../../../testing/servers/wire-rows'
import { LIVE_ADMIN, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { widen } from '../../../testing/setup/wide'
import { readyStream } from '../../../testing/sync/replicas'
import { MessagingScreen } from '..'

withMessaging()

const open = (status = LIVE_ADMIN, selected: string | null = 'c1') =>
  openMessaging(
    <MessagingScreen selected={selected} hrefOf={(id) => `/m?client=${id}`} onBack={() => undefined} />,
    status,
  )

async function clientWrote() {
  const { created_at } = messageRow(1)
  await replica.streams.put(readyStream('w'))
  await held('c1')
  await replica.messages.put(messageRow(1, { content: 'Thanks!' }))
  const last = { last_message_id: 'm1', last_message_at: created_at, last_message_role: 'client' } as const
  await replica.threads.put({ ...thread('c1', 1, last), _s: ['w'] })
  return created_at
}

/** Two more clients wait, Birch longer than Ash. */
async function othersWrote() {
  const others = [
    ['Ash', '2026-11-20T10:00:00.000000Z'],
    ['Birch', '2026-11-19T10:00:00.000000Z'],
  ] as const
  await replica.clients.bulkPut(others.map(([id]) => clientRow({ id, company_name: id })))
  await replica.threads.bulkPut(
    others.map(([id, last_message_at]) => ({
      ...thread(id, 1, { last_message_at, last_message_role: 'client' }),
      _s: ['w'],
    })),
  )
}

test('marks the last message as needing no answer, and removes the mark with the same button', async () => {
  widen()
  const created_at = await clientWrote()
  const { sync, user } = open()
  const button = await screen.findByRole('button', { name: 'No answer needed' })
  await user.click(button)
  const body = { id: 'c1', resolved_to: 'm1' }
  expect(sync.enqueue).toHaveBeenCalledWith({ kind: 'threads.resolve', body: { ...body, is_resolved: true } })
  await replica.thread_resolutions.put({
    id: 'c1',
    v: 1,
    _s: ['w'],
    resolved_created_at: created_at,
    resolved_at: '2026-11-21T13:00:00.000000Z',
    resolved_by: 'Bea',
  })
  await waitFor(() => expect(button).toHaveAccessibleName('Undo'))
  expect(button).toHaveFocus()
  const status = screen.getByText('No answer needed')
  expect(status).toHaveAttribute('title', expect.stringMatching(/^Marked by Bea, /))
  await user.click(button)
  expect(sync.enqueue).toHaveBeenLastCalledWith({
    kind: 'threads.resolve',
    body: { ...body, is_resolved: false },
  })
})

test('shows the wait beside the button', async () => {
  await clientWrote()
  const { sync, user } = open()
  const conversation = within(await screen.findByRole('region', { name: 'Conversation' }))
  expect(await conversation.findByText('Waiting')).toHaveTextContent(/^Waiting \d+ (days|years)$/)
  await waitFor(() => expect(sync.enqueue).toHaveBeenCalledOnce())
  await user.click(conversation.getByRole('button', { name: 'No answer needed' }))
  expect(sync.enqueue).toHaveBeenLastCalledWith({
    kind: 'threads.resolve',
    body: { id: 'c1', resolved_to: 'm1', is_resolved: true },
  })
})

test('offers the next client that is not snoozed once the wait is over', async () => {
  await clientWrote()
  await othersWrote()
  await replica.client_attention.put(snoozedRow('Birch'))
  open()
  expect(await screen.findByRole('button', { name: 'No answer needed' })).toBeVisible()
  expect(screen.queryByRole('link', { name: /Next waiting/ })).toBeNull()
  const status = screen.getAllByRole('status').find((one) => one.className === 'sr-only')
  expect(status).toBeEmptyDOMElement()
  await replica.threads.update('c1', { last_message_role: 'admin' })
  const next = await screen.findByRole('link', { name: 'Next waiting: Ash' })
  expect(next).toHaveAttribute('href', '/m?client=Ash')
  expect(status).toHaveTextContent('Next waiting: Ash')
  expect(screen.queryByRole('button', { name: 'No answer needed' })).toBeNull()
  await replica.threads.update('Ash', { last_message_role: 'admin' })
  await waitFor(() => expect(next).not.toBeInTheDocument())
})

test('offers no next client before all clients are stored', async () => {
  await clientWrote()
  await othersWrote()
  await replica.streams.update('w', { mode: 'loading' })
  open()
  const button = await screen.findByRole('button', { name: 'No answer needed' })
  await replica.threads.update('c1', { last_message_role: 'admin' })
  await waitFor(() => expect(button).not.toBeInTheDocument())
  expect(screen.queryByRole('link', { name: /Next waiting/ })).toBeNull()
  await replica.streams.update('w', { mode: 'ready' })
  expect(await screen.findByRole('link', { name: 'Next waiting: Birch' })).toBeVisible()
})

test('shows only the next client while a phone’s keyboard is up', async () => {
  const phone = Object.assign(new EventTarget(), { height: 844, scale: 1 })
  vi.stubGlobal('visualViewport', phone)
  onTestFinished(() => void vi.unstubAllGlobals())
  await clientWrote()
  await othersWrote()
  const { user } = open()
  await screen.findByRole('button', { name: 'No answer needed' })
  const mark = { resolved_at: '2026-11-21T13:00:00.000000Z', resolved_by: 'Bea' }
  const { created_at: resolved_created_at } = messageRow(1)
  await replica.thread_resolutions.put({ id: 'c1', v: 1, _s: ['w'], resolved_created_at, ...mark })
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await user.click(screen.getByRole('textbox'))
  act(() => {
    phone.height = 500
    phone.dispatchEvent(new Event('resize'))
  })
  expect(undo).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Next waiting: Birch' })).toBeVisible()
})

test('offers nothing after an answer, and nothing to clients', async () => {
  await clientWrote()
  const { unmount } = open(LIVE_CLIENT, null)
  expect(await screen.findByText('Thanks!')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'No answer needed' })).toBeNull()
  unmount()
  await replica.threads.update('c1', { last_message_role: 'admin' })
  open()
  expect(await screen.findByText('Thanks!')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Northwind Roasters' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'No answer needed' })).toBeNull()
})
