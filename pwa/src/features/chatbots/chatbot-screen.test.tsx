// Test of the chatbot that an admin has embedded for a client: its chat, its code and its sheet.
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { botRow } from '../../testing/rows/bots'
import { clientRow } from '../../testing/rows/rows'
import { errorResponse, open, server, withChat } from '../../testing/screens/chat'
import { LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { freshReplica } from '../../testing/sync/replicas'
import { ChatbotScreen } from '.'

vi.mock('../../api/client', async () => (await import('../../testing/screens/chat')).fakeClient)
withChat()

test('loads the chat on request in a sandboxed frame, and shows the script as text and the sheet as a preview', async () => {
  const replica = freshReplica()
  await replica.clients.put(clientRow())
  const at = '2026-11-21T09:00:00.000000Z'
  await replica.chatbot_embeds.put({
    id: 'c1',
    v: 1,
    _s: ['c:c1'],
    client_id: 'c1',
    embed_url: '<script src="https://x.example/w.js"></script>',
    updated_at: at,
  })
  await replica.chat_histories.put({
    id: 'c1',
    v: 1,
    _s: ['c:c1'],
    client_id: 'c1',
    sheets_url: 'https://docs.google.com/spreadsheets/d/abc/edit#gid=7',
    updated_at: at,
  })
  const { user } = await open(
    <ChatbotScreen homePath="/dashboard" onTeamQuestion={null} />,
    replica,
    LIVE_CLIENT,
  )
  const code = await screen.findByText('<script src="https://x.example/w.js"></script>')
  expect(code).not.toBeVisible()
  await user.click(screen.getByRole('heading', { name: 'Put the chat on your website' }))
  expect(code).toBeVisible()
  expect(document.querySelector('script[src*="x.example"]')).toBeNull()
  server.answer = () => ({ data: { url: '/embeds/chatbot/signed' }, response: { ok: true, status: 200 } })
  await user.click(screen.getByRole('button', { name: 'Load chat' }))
  const frame = await screen.findByTitle('Live chat')
  expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-popups')
  expect(frame).toHaveAttribute('src', '/embeds/chatbot/signed')
  await user.click(screen.getByRole('button', { name: 'Show the sheet' }))
  expect(screen.getByTitle('Chat history')).toHaveAttribute(
    'src',
    'https://docs.google.com/spreadsheets/d/abc/preview?gid=7',
  )
  server.answer = () => errorResponse('embed_not_found', 'x')
  await user.click(screen.getByRole('button', { name: 'Reload chat' }))
  expect(await screen.findByText('Error loading chatbot data. Please try again later.')).toBeVisible()
})

test('shows the lead about the chatbot only to a client who has one', async () => {
  const replica = freshReplica()
  await replica.clients.put(clientRow())
  await open(<ChatbotScreen homePath="/dashboard" onTeamQuestion={null} />, replica, LIVE_CLIENT)
  expect(await screen.findByText('Your chatbot is being prepared')).toBeVisible()
  expect(screen.queryByText(/^Ask it what/)).toBeNull()
  await replica.chatbots.put(botRow())
  expect(await screen.findByText('Ask it what your customers would ask.')).toBeVisible()
})

test('shows a choice of bots only if there are several', async () => {
  const replica = freshReplica()
  await replica.clients.put(clientRow())
  await replica.chatbots.put(botRow())
  await open(<ChatbotScreen homePath="/dashboard" onTeamQuestion={null} />, replica, LIVE_CLIENT)
  expect(await screen.findByRole('heading', { name: 'Bean' })).toBeVisible()
  expect(screen.queryByRole('combobox')).toBeNull()
  await replica.chatbots.put(botRow({ id: 'b2', bot_name: 'Crema' }))
  expect(await screen.findByRole('combobox', { name: 'Chatbot' })).toHaveDisplayValue('Bean')
  expect(screen.queryByRole('heading', { name: 'Bean' })).toBeNull()
})
