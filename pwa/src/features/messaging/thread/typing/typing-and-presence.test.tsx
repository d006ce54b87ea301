// Tests of typing and presence in a conversation and in the admins' list.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Replica } from '../../../../db/schema'
import { LiveContext } from '../../../../live/live'
import type { EphemeralItem, SyncStatus } from '../../../../sync'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../../../testing/sync/fake-sync'
import { clientRow } from '../../../../testing/rows/rows'
import { withSizes } from '../../../../testing/setup/element-sizes'
import { ToastProvider } from '../../../../ui/feedback/toast'
import { MessagingScreen } from '../..'

withSizes(700, 60)

let replica: Replica
beforeEach(async () => {
  replica = new Replica(`passing-${String(Math.random())}`)
  await replica.clients.put(clientRow())
  await replica.held.put({ client_id: 'c1', from: null, opened_at: 1, ready: true })
  await replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
})
afterEach(() => replica.delete())

function open(status: SyncStatus) {
  const sync = fakeSync(status)
  render(
    <ToastProvider>
      <MemoryRouter>
        <LiveContext value={{ userId: 'u1', replica, sync }}>
          <MessagingScreen
            selected={status.role === 'admin' ? 'c1' : null}
            hrefOf={(id) => `/m?client=${id}`}
            onBack={() => undefined}
          />
        </LiveContext>
      </MemoryRouter>
    </ToastProvider>,
  )
  return { sync, user: userEvent.setup() }
}

const types = (name: string, role: 'admin' | 'client', on = true): EphemeralItem => ({
  k: 'typing',
  thread: 'c1',
  by: name,
  name,
  role,
  on,
})
const field = () => screen.findByRole('textbox', { name: 'Message' })
const typingFrames = (sync: ReturnType<typeof fakeSync>) =>
  sync.ephemeral.send.mock.calls.map(([saying]) => saying).filter(({ k }) => k === 'typing')

test('shows a client which admin is writing, until they stop', async () => {
  const { sync } = open(LIVE_CLIENT)
  await field()
  act(() => sync.ephemeral.receive(types('Rui', 'admin')))
  expect(screen.getByText('Rui is writing…')).toBeVisible()
  act(() => sync.ephemeral.receive(types('Rui', 'admin', false)))
  expect(screen.queryByText(/is writing/)).toBeNull()
})

test('shows an admin that a colleague is answering', async () => {
  const { sync } = open(LIVE_ADMIN)
  await field()
  act(() => sync.ephemeral.receive(types('Eva', 'admin'), types('Ana', 'client')))
  expect(screen.getByText('Ana is writing, Eva is answering…')).toBeVisible()
})

test('shows an admin which clients are online, and subscribes only to those on the screen', async () => {
  const { sync } = open(LIVE_ADMIN)
  await field()
  await waitFor(() => expect(sync.ephemeral.send).toHaveBeenCalledWith({ k: 'look', threads: ['c1'] }))
  expect(screen.queryByRole('img', { name: 'Online' })).toBeNull()
  act(() => sync.ephemeral.receive({ k: 'presence', thread: 'c1', on: true }))
  expect(
    within(screen.getByRole('link', { name: /Northwind/ })).getByRole('img', { name: 'Online' }),
  ).toBeVisible()
  // The header gets its client from the store, so it shows up later.
  await waitFor(() => expect(screen.getAllByRole('img', { name: 'Online' })).toHaveLength(2))
})

test('sends that the user is typing, until the field is emptied or the message is sent', async () => {
  const { sync, user } = open(LIVE_CLIENT)
  const box = await field()
  await user.type(box, 'Hi')
  expect(typingFrames(sync)).toEqual([{ k: 'typing', thread: 'c1', on: true }])
  await user.clear(box)
  expect(typingFrames(sync).at(-1)).toEqual({ k: 'typing', thread: 'c1', on: false })
  await user.type(box, 'Hi')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(typingFrames(sync).map((saying) => saying.k === 'typing' && saying.on)).toEqual([
    true,
    false,
    true,
    false,
  ])
})
