// Tests that a question that was typed or sent before a reload is restored once.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Replica } from '../../../db/schema'
import { chatRow } from '../../../testing/rows/bots'
import { DONE, open, sendQuestion, server, withBot, withChat } from '../../../testing/screens/chat'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { ChatInterfaceScreen } from '..'

vi.mock('../../../api/client', async () => (await import('../../../testing/screens/chat')).fakeClient)
withChat()

const openChat = (replica: Replica, status = LIVE_ADMIN) => open(<ChatInterfaceScreen />, replica, status)

test('restores a typed and a sent question after a reload, and repeats the sent one with the same id', async () => {
  const replica = await withBot()
  const first = await openChat(replica)
  await sendQuestion(first.user, 'When?')
  await first.user.type(screen.getByRole('textbox', { name: 'Message' }), 'And')
  const id = String(server.calls[0]?.body['id'])
  await waitFor(async () =>
    expect((await replica.drafts.toArray()).map(({ text }) => text)).toEqual([
      '{"text":"And"}',
      JSON.stringify({ id, text: 'When?' }),
    ]),
  )
  cleanup()

  const { user } = await openChat(replica)
  expect(await screen.findByText('When?')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to send message. Please try again.')
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('And')
  server.answer = () => DONE
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(server.calls.at(-1)?.body).toMatchObject({ id, prompt: 'When?' })
  await waitFor(async () =>
    expect((await replica.drafts.toArray()).map(({ id: key }) => key)).toEqual(['ask:b1']),
  )
})

test('does not restore a question that the server has already stored', async () => {
  const replica = await withBot()
  await replica.drafts.put({ id: 'asked:b1', text: '{"id":"q1","text":"When?"}' })
  await replica.chat_messages.put(chatRow({ id: 'q1', content: 'When?' }))
  await openChat(replica)
  expect(await screen.findByText('No answer yet.')).toBeVisible()
  expect(screen.getAllByText('When?')).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(async () => expect(await replica.drafts.count()).toBe(0))
})
