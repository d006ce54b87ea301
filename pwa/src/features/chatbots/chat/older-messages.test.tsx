// Tests of messages that are not stored on this device: they load when needed, and the page shows no empty conversation before.
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { botRow, chatRow } from '../../../testing/rows/bots'
import { messagesResponse, OFFLINE, open, server, withBot, withChat } from '../../../testing/screens/chat'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { ChatInterfaceScreen } from '..'

vi.mock('../../../api/client', async () => (await import('../../../testing/screens/chat')).fakeClient)
withChat()

const openChat = (replica: Awaited<ReturnType<typeof withBot>>, status = LIVE_ADMIN) =>
  open(<ChatInterfaceScreen />, replica, status)
const at = (n: number) => `2026-11-01T09:00:00.${String(n).padStart(6, '0')}Z`
const row = (n: number) => chatRow({ id: `m${n}`, content: `Message ${n}`, created_at: at(n) })
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => row(from + n))
const shown = () =>
  [...document.querySelectorAll('[data-message]')].map((one) => one.getAttribute('data-message'))

test('loads a conversation without stored messages, and does not show it as empty meanwhile', async () => {
  let respond: (response: unknown) => void = () => undefined
  server.messages = () => new Promise((resolve) => (respond = resolve))
  const replica = await withBot()
  await openChat(replica)
  await waitFor(() => expect(server.reads).toEqual([{ conversation_id: 'b1', limit: 200 }]))
  expect(screen.queryByText('Ask Bean')).toBeNull()
  respond(messagesResponse([row(1), row(2)]))
  await waitFor(() => expect(shown()).toEqual(['m1', 'm2']))
  expect(await replica.chat_messages.count()).toBe(0)
})

test('shows no model before the messages show which one has replied', async () => {
  const replica = await withBot()
  await openChat(replica, { ...LIVE_ADMIN, link: OFFLINE })
  expect(await screen.findByText('Not on this device')).toBeVisible()
  expect(screen.queryByText(/^Model: /)).toBeNull()
  await replica.chat_messages.put(chatRow({ id: 'r1', sender_type: 'bot', model_used: 'gpt-4o-mini' }))
  expect(await screen.findByText('Model: gpt-4o-mini')).toBeVisible()
})

test('loads the pages before the stored messages until the start, and shows none twice', async () => {
  const replica = await withBot()
  await replica.chat_messages.bulkPut(rows(200, 400))
  const pages = [rows(200, 400), rows(150, 350).slice(0, 200), rows(0, 3)]
  server.messages = () => messagesResponse(pages[server.reads.length - 1] ?? [])
  await openChat(replica)
  await waitFor(() => expect(shown()).toHaveLength(253))
  expect(shown().slice(0, 4)).toEqual(['m0', 'm1', 'm2', 'm150'])
  expect(server.reads).toEqual([
    { conversation_id: 'b1', limit: 200 },
    { conversation_id: 'b1', limit: 200, before: at(200) },
    { conversation_id: 'b1', limit: 200, before: at(150) },
  ])
})

test('removes a loaded message that the server deletes or hides', async () => {
  server.messages = () => messagesResponse([row(1), row(2)])
  const replica = await withBot()
  await openChat(replica)
  await waitFor(() => expect(shown()).toEqual(['m1', 'm2']))
  await replica.tombstones.put({ s: 'u:u1', tbl: 'chat_messages', id: 'm1', v: 2, at: Date.now() })
  await waitFor(() => expect(shown()).toEqual(['m2']))
})

test('remembers that a conversation is whole, and reads it again after another first load', async () => {
  const replica = await withBot()
  await openChat(replica)
  expect(await screen.findByText('Ask Bean')).toBeVisible()
  await waitFor(async () => expect((await replica.meta.get('chat-whole:b1'))?.value).toBe('load-1'))
  expect(server.reads).toHaveLength(1)
  server.messages = () => messagesResponse([row(1)])
  await replica.streams.update('u:u1', { load: 'load-2' })
  await waitFor(() => expect(shown()).toEqual(['m1']))
})

test('shows offline that earlier messages are missing, and loads them once online', async () => {
  const replica = await withBot()
  server.messages = () => messagesResponse([row(1)])
  const { sync } = await openChat(replica, { ...LIVE_ADMIN, link: OFFLINE })
  expect(await screen.findByText('Not on this device')).toBeVisible()
  expect(server.reads).toEqual([])
  act(() => sync.status.set(LIVE_ADMIN))
  await waitFor(() => expect(shown()).toEqual(['m1']))
})

test('loads the missing messages of a short conversation once the page is connected', async () => {
  const replica = await withBot()
  await replica.chat_messages.put(row(2))
  server.messages = () => messagesResponse([row(1), row(2)])
  const { sync } = await openChat(replica, { ...LIVE_ADMIN, link: { is: 'connecting' } })
  await waitFor(() => expect(shown()).toEqual(['m2']))
  expect(server.reads).toEqual([])
  act(() => sync.status.set(LIVE_ADMIN))
  await waitFor(() => expect(shown()).toEqual(['m1', 'm2']))
})

test('offers to load older messages again after a failure', async () => {
  const replica = await withBot()
  await replica.chatbots.put(botRow({ id: 'b2', bot_name: 'Zoe' }))
  server.messages = () => 'lost'
  await replica.chat_messages.put(row(2))
  const { user } = await openChat(replica)
  expect(await screen.findByText('Older messages could not be loaded.')).toBeVisible()
  server.messages = () => messagesResponse([row(1), row(2)])
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(shown()).toEqual(['m1', 'm2']))
  server.messages = () => 'lost'
  await user.selectOptions(screen.getByLabelText('Chatbot'), 'Zoe')
  expect(await screen.findByText('Older messages could not be loaded.')).toBeVisible()
  expect(screen.queryByText('Ask Zoe')).toBeNull()
  server.messages = () => messagesResponse([])
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Ask Zoe')).toBeVisible()
})
