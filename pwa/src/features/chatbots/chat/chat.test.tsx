// Tests of the chat with a bot: asking, the reply while it is written, failures, and reading offline.
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { botRow, chatRow } from '../../../testing/rows/bots'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import { clientRow } from '../../../testing/rows/rows'
import { ToastProvider } from '../../../ui/feedback/toast'
import { ChatbotScreen, ChatInterfaceScreen } from '..'

type Call = { path: string; body: Record<string, unknown> }
const world = vi.hoisted(() => ({ answer: (): unknown => undefined, calls: [] as Call[] }))

vi.mock('../../../api/client', () => {
  class NoAnswer extends Error {
    why = 'network'
  }
  const endpoint = (path: string, init: { body?: Record<string, unknown> } = {}) => {
    const call = { path: path.replace(/^.*\//, ''), body: init.body ?? {} }
    world.calls.push(call)
    return Promise.resolve(world.answer()).then((response) => {
      if (response === 'lost') throw new NoAnswer()
      return response
    })
  }
  return { NoAnswer, api: { GET: endpoint, POST: endpoint, PUT: endpoint, DELETE: endpoint } }
})

const DONE = { data: {}, response: { ok: true, status: 200 } }
const errorResponse = (code: string, message: string) => ({
  error: { code, message },
  response: { ok: false, status: 403 },
})
const OFFLINE = { is: 'offline', since: '2026-11-21T09:00:00Z' } as const

beforeEach(() => {
  world.calls = []
  world.answer = () => new Promise(() => undefined)
})

async function open(replica: Replica, status = { ...LIVE_ADMIN }) {
  await replica.streams.bulkPut([readyStream('w'), readyStream('u:u1'), readyStream('c:c1')])
  const sync = fakeSync(status)
  render(
    <MemoryRouter>
      <ToastProvider>
        <LiveContext value={{ userId: 'u1', replica, sync }}>
          {status.role === 'admin' ? <ChatInterfaceScreen /> : <ChatbotScreen />}
        </LiveContext>
      </ToastProvider>
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), sync }
}

async function withBot(): Promise<Replica> {
  const replica = freshReplica()
  await replica.chatbots.put(botRow())
  return replica
}

async function sendQuestion(user: ReturnType<typeof userEvent.setup>, text: string) {
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), text)
  await user.click(screen.getByRole('button', { name: 'Send' }))
}

test('a question is shown at once, its answer as it is written, and the stored reply with its model and time', async () => {
  const replica = await withBot()
  const { user, sync } = await open(replica)
  await sendQuestion(user, 'When do you open?')
  const log = await screen.findByRole('log')
  expect(within(log).getByText('When do you open?')).toBeVisible()
  expect(within(log).getByText('Bean is writing')).toBeInTheDocument()
  const id = String(world.calls[0]?.body['id'])
  expect(world.calls[0]?.body).toEqual({
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
  expect(world.calls.filter((call) => call.path === 'generate-chat-response')).toHaveLength(1)
})

test('a client whose model only the server knows sends the default one, and the screen names none', async () => {
  const replica = await withBot()
  await replica.clients.put(clientRow({ _s: ['c:c1'] }))
  const { user } = await open(replica, { ...LIVE_CLIENT })
  await sendQuestion(user, 'When?')
  expect(world.calls.find((call) => call.path === 'generate-chat-response')?.body).toMatchObject({
    userId: 'u1',
    model: 'gpt-3.5-turbo',
    history: [],
  })
  expect(screen.queryByText(/gpt/)).toBeNull()
})

test('blanks are not sent, and nothing while an answer is on its way', async () => {
  const { user } = await open(await withBot())
  const field = await screen.findByRole('textbox', { name: 'Message' })
  await user.type(field, '   ')
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(world.calls).toEqual([])
  await user.clear(field)
  await sendQuestion(user, 'When?')
  await user.type(field, 'And then?')
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  expect(world.calls).toHaveLength(1)
  expect(field).toHaveValue('And then?')
})

test('Stop ends the answer that is being written', async () => {
  const { user, sync } = await open(await withBot())
  await sendQuestion(user, 'Tell me all')
  const id = String(world.calls[0]?.body['id'])
  act(() => sync.ephemeral.receive({ k: 'reply', thread: 'b1', id, text: 'Well', on: true }))
  world.answer = () => ({ data: undefined, response: { ok: true, status: 204 } })
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(world.calls.at(-1)).toEqual({ path: 'stop-chat-response', body: { id } })
})

test.each([
  ['Failed to send message. Please try again.', errorResponse('unexpected_failure', 'An error occurred')],
  [
    'You are asking faster than the bot can answer. Please wait a minute.',
    errorResponse('chat_rate_limit', 'You are asking faster than the bot can answer. Please wait a minute.'),
  ],
])('a refusal says “%s”, and the same question can be asked again', async (words, response) => {
  const { user } = await open(await withBot())
  world.answer = () => response
  await sendQuestion(user, 'When?')
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  world.answer = () => new Promise(() => undefined)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(world.calls[1]?.body['id']).toBe(world.calls[0]?.body['id'])
})

test('an answer that is lost on the way is asked for again with the same id', async () => {
  const { user } = await open(await withBot())
  world.answer = () => (world.calls.length === 1 ? 'lost' : DONE)
  await sendQuestion(user, 'When?')
  await waitFor(() => expect(world.calls).toHaveLength(2))
  expect(world.calls[1]).toEqual(world.calls[0])
})

test('a fallback looks different, and a stopped reply says so', async () => {
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
  await open(replica)
  expect(await screen.findByText('Fallback reply')).toBeVisible()
  expect(screen.getByText('… stopped', { exact: false })).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'This did not help' })).toHaveLength(1)
})

test('a thumb down is sent once, and the person is told who sees it', async () => {
  const replica = await withBot()
  await replica.chat_messages.bulkPut([
    chatRow(),
    chatRow({ id: 'r1', sender_type: 'bot', content: 'No.', created_at: '2026-11-21T09:10:02.000000Z' }),
  ])
  const { user } = await open(replica)
  world.answer = () => DONE
  await user.click(await screen.findByRole('button', { name: 'This did not help' }))
  expect(world.calls).toEqual([{ path: 'rating', body: { rating: 'down' } }])
  expect(await screen.findByText(/without your name/)).toBeVisible()
})

test('offline the history is there and nothing can be asked', async () => {
  const replica = await withBot()
  await replica.chat_messages.put(chatRow({ content: 'Of yesterday' }))
  const { user } = await open(replica, { ...LIVE_ADMIN, link: OFFLINE })
  expect(await screen.findByText('Of yesterday')).toBeVisible()
  await user.type(screen.getByRole('textbox'), 'Now?')
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(world.calls).toEqual([])
  expect(screen.getByText(/needs a connection/)).toBeVisible()
})

test('with nothing stored and no server the words of the specification stand', async () => {
  const replica = freshReplica()
  const sync = fakeSync({ ...LIVE_ADMIN, link: OFFLINE, stalled: true })
  render(
    <LiveContext value={{ userId: 'u1', replica, sync }}>
      <ChatInterfaceScreen />
    </LiveContext>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load your chatbots')
})

test('the page of a client: the chat loads by a tap in a frame without our origin, the code is text, the sheet a preview', async () => {
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
  const { user } = await open(replica, { ...LIVE_CLIENT })
  expect(await screen.findByText('<script src="https://x.example/w.js"></script>')).toBeVisible()
  expect(document.querySelector('script[src*="x.example"]')).toBeNull()
  world.answer = () => ({ data: { url: '/embeds/chatbot/signed' }, response: { ok: true, status: 200 } })
  await user.click(screen.getByRole('button', { name: 'Load chat' }))
  const frame = await screen.findByTitle('Live chat')
  expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-popups')
  expect(frame).toHaveAttribute('src', '/embeds/chatbot/signed')
  await user.click(screen.getByRole('button', { name: 'Show the sheet' }))
  expect(screen.getByTitle('Chat history')).toHaveAttribute(
    'src',
    'https://docs.google.com/spreadsheets/d/abc/preview?gid=7',
  )
  world.answer = () => errorResponse('embed_not_found', 'x')
  await user.click(screen.getByRole('button', { name: 'Reload chat' }))
  expect(await screen.findByText('Error loading chatbot data. Please try again later.')).toBeVisible()
})

test('a question that is typed or asked when the page ends is there when it opens again, and is asked as the same one', async () => {
  const replica = await withBot()
  const first = await open(replica)
  await sendQuestion(first.user, 'When?')
  await first.user.type(screen.getByRole('textbox', { name: 'Message' }), 'And')
  const id = String(world.calls[0]?.body['id'])
  await waitFor(async () =>
    expect((await replica.drafts.toArray()).map(({ text }) => text)).toEqual([
      '{"text":"And"}',
      JSON.stringify({ id, text: 'When?' }),
    ]),
  )
  cleanup()

  const { user } = await open(replica)
  expect(await screen.findByText('When?')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to send message. Please try again.')
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('And')
  world.answer = () => DONE
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(world.calls.at(-1)?.body).toMatchObject({ id, prompt: 'When?' })
  await waitFor(async () =>
    expect((await replica.drafts.toArray()).map(({ id: key }) => key)).toEqual(['ask:b1']),
  )
})

test('a question that had arrived when its page ended is not offered a second time', async () => {
  const replica = await withBot()
  await replica.drafts.put({ id: 'asked:b1', text: '{"id":"q1","text":"When?"}' })
  await replica.chat_messages.put(chatRow({ id: 'q1', content: 'When?' }))
  await open(replica)
  expect(await screen.findByText('No answer yet.')).toBeVisible()
  expect(screen.getAllByText('When?')).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(async () => expect(await replica.drafts.count()).toBe(0))
})
