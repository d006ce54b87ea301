// Test of the client's way from a bot's reply to the team.
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { botRow, chatRow } from '../../testing/rows/bots'
import { server } from '../../testing/screens/analytics'
import { openHome, clientWithAllSources, shownPath, withClientHome } from '../../testing/screens/client-home'
import ChatbotRoute from './chatbot'

vi.mock('../../api/client', async (original) =>
  (await import('../../testing/screens/analytics')).fakeClient(original),
)
withClientHome()

test('adds a question that a fallback answered to the draft for the team, and opens the thread', async () => {
  server.endpoints['GET chat_messages'] = () => ({
    data: { rows: [] },
    response: new Response(),
  })
  const replica = await clientWithAllSources()
  await replica.drafts.put({ id: 'c1', text: 'Half a thought' })
  await replica.chatbots.put(botRow())
  await replica.chat_messages.clear()
  const at = (minute: number) => `2026-11-21T09:0${minute}:00.000000Z`
  await replica.chat_messages.bulkPut([
    chatRow({ id: 'q1', content: 'When are you open?', created_at: at(1) }),
    chatRow({ id: 'r1', sender_type: 'bot', content: 'Sorry.', fallback_used: true, created_at: at(2) }),
    chatRow({ id: 'q2', content: 'Is there parking for a boat?', created_at: at(3) }),
    chatRow({ id: 'r2', sender_type: 'bot', content: 'I do not know.', created_at: at(4) }),
  ])
  const user = openHome(<ChatbotRoute />, replica, '/dashboard/chatbot')
  // Below the fallback, and below the newest reply.
  const buttons = await screen.findAllByRole('button', { name: 'Ask your team to answer' })
  expect(buttons).toHaveLength(2)
  await user.click(buttons[0] as HTMLElement)
  await waitFor(() => expect(shownPath()).toBe('/dashboard/messaging'))
  expect(await replica.drafts.toArray()).toEqual([
    { id: 'c1', text: 'Half a thought\nI asked the chatbot: “When are you open?” Can you answer it?' },
  ])
})
