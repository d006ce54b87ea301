// Tests of replies that are not the model's whole answer: apologies, and replies that the user stopped.
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { chatRow } from '../../../testing/rows/bots'
import { clientRow } from '../../../testing/rows/rows'
import { DONE, open, sendQuestion, server, withBot, withChat } from '../../../testing/screens/chat'
import { LIVE_ADMIN, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { ChatbotScreen, ChatInterfaceScreen } from '..'

vi.mock('../../../api/client', async () => (await import('../../../testing/screens/chat')).fakeClient)
withChat()

test.each([
  ['an admin', LIVE_ADMIN, 1],
  ['a client', LIVE_CLIENT, 0],
])('shows %s whether the server lacks the key of the model', async (_user, status, shown) => {
  const replica = await withBot()
  await replica.clients.put(clientRow({ _s: ['c:c1'] }))
  const page =
    status === LIVE_ADMIN ? (
      <ChatInterfaceScreen />
    ) : (
      <ChatbotScreen homePath="/dashboard" onTeamQuestion={null} />
    )
  const { user } = await open(page, replica, status)
  server.answer = () => ({ ...DONE, data: { error: 'not_set_up' } })
  await sendQuestion(user, 'When?')
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain('generate-chat-response'))
  if (shown === 1) await screen.findByText(/OPENAI_API_KEY is missing/)
  // A toast would appear before IndexedDB responds twice.
  await act(async () => void ((await replica.meta.count()) + (await replica.meta.count())))
  expect(screen.queryAllByText(/OPENAI_API_KEY is missing/)).toHaveLength(shown)
})

test('marks fallback replies and stopped replies', async () => {
  const replica = await withBot()
  await replica.chat_messages.bulkPut([
    chatRow(),
    chatRow({
      id: 'r1',
      sender_type: 'bot',
      content: 'I apologize',
      model_used: 'fallback',
      fallback_used: true,
      created_at: '2026-11-21T09:10:02.000000Z',
    }),
    chatRow({
      id: 'r2',
      sender_type: 'bot',
      content: 'Well',
      is_stopped: true,
      created_at: '2026-11-21T09:10:03.000000Z',
    }),
  ])
  await open(<ChatInterfaceScreen />, replica, LIVE_ADMIN)
  expect(await screen.findByText('Fallback reply')).toBeVisible()
  expect(screen.getByText('… stopped', { exact: false })).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Not helpful' })).toHaveLength(1)
})
