// Tests of the marketplace: offered bots are added and removed; assigned bots stay.
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import { LiveContext } from '../../../live/live'
import { botRow } from '../../../testing/rows/bots'
import { fakeSync, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import { clientRow } from '../../../testing/rows/rows'
import { ToastProvider } from '../../../ui/feedback/toast'
import { ChatbotScreen } from '..'
import * as remote from '../remote'

vi.mock('../remote', { spy: true })

const PICTURE = 'data:image/webp;base64,AAAA'
const offer = (id: string, name: string, avatar = '') => ({
  id,
  name,
  category: 'Support',
  description: '',
  avatar,
})

async function open() {
  const replica = freshReplica()
  await replica.streams.bulkPut([readyStream('u:u1'), readyStream('c:c1')])
  await replica.clients.put(clientRow())
  await replica.chatbots.put(botRow())
  render(
    <MemoryRouter>
      <ToastProvider>
        <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_CLIENT) }}>
          <ChatbotScreen homePath="/dashboard" onTeamQuestion={null} />
        </LiveContext>
      </ToastProvider>
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Marketplace' }))
  return { user, replica, dialog: within(await screen.findByRole('dialog', { name: 'Marketplace' })) }
}

test('adds and removes offered chatbots, and marks assigned ones', async () => {
  vi.mocked(remote.marketplace).mockResolvedValue([offer('b1', 'Bean'), offer('b2', 'Tea', PICTURE)])
  vi.mocked(remote.subscribe)
    .mockRejectedValueOnce(new remote.RequestError('unexpected_failure', 'x'))
    .mockResolvedValue(undefined)
  const { user, replica, dialog } = await open()
  expect(await dialog.findByText('Assigned to you')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Add Bean' })).toBeNull()
  expect([...document.querySelectorAll('li img')].map((picture) => picture.getAttribute('src'))).toEqual([
    PICTURE,
  ])
  await user.click(dialog.getByRole('button', { name: 'Add Tea' }))
  expect(await screen.findByText('Failed to update your chatbots')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add Tea' }))
  expect(await screen.findByText('Added Tea')).toBeVisible()
  await act(() =>
    replica.subscriptions.put({ id: 's1', v: 1, _s: ['u:u1'], user_id: 'u1', bot_id: 'b2', is_active: true }),
  )
  await user.click(await dialog.findByRole('button', { name: 'Remove Tea' }))
  expect(vi.mocked(remote.subscribe).mock.calls).toEqual([
    ['b2', true],
    ['b2', true],
    ['b2', false],
  ])
})

test('shows an error if the marketplace cannot be loaded, and a hint if it is empty', async () => {
  vi.mocked(remote.marketplace)
    .mockRejectedValueOnce(new remote.RequestError('no-answer', ''))
    .mockResolvedValue([])
  const { user, dialog } = await open()
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to load chatbots')
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByText('No chatbots yet')).toBeVisible()
})
