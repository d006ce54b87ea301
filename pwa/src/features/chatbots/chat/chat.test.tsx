// Tests of the chat with a bot: questions, the reply while it is written, failures, and reading offline.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { chatRow } from '../../../testing/rows/bots'
import { clientRow } from '../../../testing/rows/rows'
import {
  DONE,
  errorResponse,
  OFFLINE,
  open,
  sendQuestion,
  server,
  withBot,
  withChat,
} from '../../../testing/screens/chat'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { freshReplica } from '../../../testing/sync/replicas'
import { ChatbotScreen, ChatInterfaceScreen } from '..'

vi.mock('../../../api/client', async () => (await import('../../../testing/screens/chat')).fakeClient)
withChat()

const openChat = (replica: Replica, status = LIVE_ADMIN) => open(<ChatInterfaceScreen />, replica, status)

test('shows a question at once, its reply while it is written, and the stored reply with its model and time', async () => {
  const replica = await withBot()
  const { user, sync } = await openChat(replica)
  await sendQuestion(user, 'When do you open?')
  const log = await screen.findByRole('log')
  expect(within(log).getByText('When do you open?')).toBeVisible()
  expect(within(log).getByText('Bean is writing')).toBeInTheDocument()
  const id = String(server.calls[0]?.body['id'])
  expect(server.calls[0]?.body).toEqual({
    id,
    botId: 'b1',
    userId: 'u1',
    model: 'gpt-3.5-turbo',
    prompt: 'When do you open?',
    history: [],
  })
  act(() =>
    sync.ephemeral.receive(
      { k: 'reply', thread: 'b1', id, text: 'At eig', on: true },
      { k: 'reply', thread: 'b2', id, text: 'Another bot', on: true },
    ),
  )
  expect(await within(log).findByText('At eig')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible()
  await replica.chat_messages.bulkPut([
    chatRow({ id }),
    chatRow({
      id: 'r1',
      sender_type: 'bot',
      content: 'At eight.',
      model_used: 'gpt-4o',
      response_time_ms: 1240,
      left_out: 2,
      created_at: '2026-11-21T09:10:02.000000Z',
    }),
  ])
  act(() => sync.ephemeral.receive({ k: 'reply', thread: 'b1', id, text: '', on: false }))
  expect(await within(log).findByText('At eight.')).toBeVisible()
  expect(within(log).getByText('· 1.2 s')).toBeVisible()
  expect(within(log).getByText('· 2 older messages left out')).toBeVisible()
  expect(within(log).queryByText('At eig')).toBeNull()
  expect(screen.getAllByText(/gpt-4o/)).toHaveLength(2)
  expect(server.calls.filter((call) => call.path === 'generate-chat-response')).toHaveLength(1)
})

test('sends the default model for a client, and shows no model', async () => {
  const replica = await withBot()
  await replica.clients.put(clientRow({ _s: ['c:c1'] }))
  const { user } = await open(
    <ChatbotScreen homePath="/dashboard" onTeamQuestion={null} />,
    replica,
    LIVE_CLIENT,
  )
  await sendQuestion(user, 'When?')
  expect(server.calls.find((call) => call.path === 'generate-chat-response')?.body).toMatchObject({
    userId: 'u1',
    model: 'gpt-3.5-turbo',
    history: [],
  })
  expect(screen.queryByText(/gpt/)).toBeNull()
})

test('shows a client a reply without its model and seconds', async () => {
  const replica = await withBot()
  await replica.clients.put(clientRow({ _s: ['c:c1'] }))
  const reply = { sender_type: 'bot', model_used: 'gpt-4o', response_time_ms: 1240, left_out: 2 } as const
  await replica.chat_messages.bulkPut([chatRow({}), chatRow({ ...reply, id: 'r1', content: 'At eight.' })])
  await open(<ChatbotScreen homePath="/dashboard" onTeamQuestion={null} />, replica, LIVE_CLIENT)
  expect(await screen.findByText('At eight.')).toBeVisible()
  expect(screen.queryByText(/gpt-4o|1\.2 s|left out/)).toBeNull()
})

test('disables Send until there is a question, and links back to the dashboard', async () => {
  const replica = await withBot()
  await replica.clients.put(clientRow({ _s: ['c:c1'] }))
  const { user } = await open(
    <ChatbotScreen homePath="/dashboard" onTeamQuestion={null} />,
    replica,
    LIVE_CLIENT,
  )
  const send = await screen.findByRole('button', { name: 'Send' })
  expect(send).toBeDisabled()
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'When?')
  expect(send).toBeEnabled()
  expect(screen.getByRole('link', { name: 'My Dashboard' })).toHaveAttribute('href', '/dashboard')
})

test('sends neither blanks nor a second question before the reply', async () => {
  const { user } = await openChat(await withBot())
  const field = await screen.findByRole('textbox', { name: 'Message' })
  await user.type(field, '   ')
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(server.calls).toEqual([])
  await user.clear(field)
  await sendQuestion(user, 'When?')
  await user.type(field, 'And then?')
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  expect(server.calls).toHaveLength(1)
  expect(field).toHaveValue('And then?')
})

test('stops the reply with Stop while it is written', async () => {
  const { user, sync } = await openChat(await withBot())
  await sendQuestion(user, 'Tell me all')
  const id = String(server.calls[0]?.body['id'])
  act(() => sync.ephemeral.receive({ k: 'reply', thread: 'b1', id, text: 'Well', on: true }))
  server.answer = () => ({ data: undefined, response: { ok: true, status: 204 } })
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(server.calls.at(-1)).toEqual({ path: 'stop-chat-response', body: { id } })
})

test('does not stop the reply with the second click of a double click on Send', async () => {
  const { user } = await openChat(await withBot())
  await sendQuestion(user, 'Tell me all')
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }), { detail: 2 })
  expect(server.calls.map(({ path }) => path)).toEqual(['generate-chat-response'])
})

test.each([
  ['Failed to send message. Please try again.', errorResponse('unexpected_failure', 'An error occurred')],
  [
    'You are asking faster than the bot can answer. Please wait a minute.',
    errorResponse('chat_rate_limit', 'You are asking faster than the bot can answer. Please wait a minute.'),
  ],
])('shows the error “%s”, and repeats the question with the same id on request', async (words, response) => {
  const { user } = await openChat(await withBot())
  server.answer = () => response
  await sendQuestion(user, 'When?')
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  server.answer = () => new Promise(() => undefined)
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(server.calls[1]?.body['id']).toBe(server.calls[0]?.body['id'])
})

test('sends no other question before one that was not sent is sent or discarded', async () => {
  const { user } = await openChat(await withBot())
  server.answer = () => errorResponse('unexpected_failure', 'An error occurred')
  await sendQuestion(user, 'When?')
  await screen.findByRole('alert')
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Where?{Enter}')
  expect(screen.getByText('Send or discard the question above first.')).toBeVisible()
  expect(screen.getByText('When?')).toBeVisible()
  expect(server.calls).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByText('When?')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.calls.map(({ body }) => body['prompt'])).toEqual(['When?', 'Where?']))
})

test('repeats a request with the same id if its response is lost', async () => {
  const { user } = await openChat(await withBot())
  server.answer = () => (server.calls.length === 1 ? 'lost' : DONE)
  await sendQuestion(user, 'When?')
  await waitFor(() => expect(server.calls).toHaveLength(2))
  expect(server.calls[1]).toEqual(server.calls[0])
})

test('sends a thumbs-down once, and shows who sees it', async () => {
  const replica = await withBot()
  await replica.chat_messages.bulkPut([
    chatRow(),
    chatRow({ id: 'r1', sender_type: 'bot', content: 'No.', created_at: '2026-11-21T09:10:02.000000Z' }),
  ])
  const { user } = await openChat(replica)
  server.answer = () => DONE
  await user.click(await screen.findByRole('button', { name: 'Not helpful' }))
  expect(server.calls).toEqual([{ path: 'rating', body: { rating: 'down' } }])
  expect(await screen.findByText(/without your name/)).toBeVisible()
  const down = screen.getByRole('button', { name: 'Not helpful' })
  expect(down).toHaveAttribute('aria-pressed', 'true')
  await act(() => replica.chat_messages.update('r1', { rating: 'down' }))
  // Another device of the user removes the rating.
  await act(() => replica.chat_messages.update('r1', { rating: null }))
  await waitFor(() => expect(down).toHaveAttribute('aria-pressed', 'false'))
})

test('keeps a newer rating when the row of the former one arrives during its request', async () => {
  const replica = await withBot()
  await replica.chat_messages.put(chatRow({ id: 'r1', sender_type: 'bot', content: 'No.' }))
  const { user } = await openChat(replica)
  let respond: () => void = () => undefined
  server.answer = () =>
    server.calls.length === 1 ? DONE : new Promise((resolve) => (respond = () => resolve(DONE)))
  await user.click(await screen.findByRole('button', { name: 'Not helpful' }))
  await screen.findByText(/without your name/)
  const up = screen.getByRole('button', { name: 'Helpful' })
  await user.click(up)
  await waitFor(() => expect(server.calls).toHaveLength(2))
  await act(() => replica.chat_messages.update('r1', { rating: 'down', content: 'No, never.' }))
  await screen.findByText('No, never.')
  expect(up).toHaveAttribute('aria-pressed', 'true')
  await act(async () => {
    respond()
    await Promise.resolve()
  })
  await act(() => replica.chat_messages.update('r1', { rating: 'up' }))
  await act(() => replica.chat_messages.update('r1', { rating: null }))
  await waitFor(() => expect(up).toHaveAttribute('aria-pressed', 'false'))
})

test('shows the history offline, and disables sending', async () => {
  const replica = await withBot()
  await replica.chat_messages.put(chatRow({ content: 'Of yesterday' }))
  const { user } = await openChat(replica, { ...LIVE_ADMIN, link: OFFLINE })
  expect(await screen.findByText('Of yesterday')).toBeVisible()
  await user.type(screen.getByRole('textbox'), 'Now?')
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(server.calls).toEqual([])
  expect(screen.getByText(/needs a connection/)).toBeVisible()
})

test('shows the specification’s error if nothing is stored and the server is unreachable', async () => {
  const replica = freshReplica()
  const sync = fakeSync({ ...LIVE_ADMIN, link: OFFLINE, stalled: true })
  render(
    <LiveContext value={{ userId: 'u1', replica, sync }}>
      <ChatInterfaceScreen />
    </LiveContext>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load your chatbots')
})
