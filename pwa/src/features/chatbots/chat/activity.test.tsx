// Tests of the recent chatbot activity on the home screen.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { show } from '../../../testing/screens/analytics'
import { botRow, chatRow } from '../../../testing/rows/bots'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import { BotActivity } from '..'

test('lists the last three messages with existing chatbots, newest first', async () => {
  const replica = freshReplica()
  await replica.streams.put(readyStream('u:u1'))
  await replica.chatbots.put(botRow())
  await replica.chat_messages.bulkPut([
    ...[1, 2, 3, 4].map((n) =>
      chatRow({ id: `q${n}`, content: `Question ${n}`, created_at: `2026-11-21T09:0${n}:00.000000Z` }),
    ),
    chatRow({
      id: 'r4',
      sender_type: 'bot',
      content: 'At eight.',
      created_at: '2026-11-21T09:05:00.000000Z',
    }),
    chatRow({
      id: 'x',
      conversation_id: 'gone',
      content: 'To a bot that is deleted',
      created_at: '2026-11-21T10:00:00.000000Z',
    }),
  ])
  show(replica, <BotActivity href="/dashboard/chatbot" />)
  const list = await screen.findByRole('list', { name: 'Recent chatbot activity' })
  const lines = within(list)
    .getAllByRole('listitem')
    .map((line) => line.querySelector('p')?.textContent)
  expect(lines).toEqual(['Bean At eight.', 'You Question 4', 'You Question 3'])
})

test('links to the chatbot if there are no messages', async () => {
  const replica = freshReplica()
  await replica.streams.put(readyStream('u:u1'))
  show(replica, <BotActivity href="/dashboard/chatbot" />)
  expect(await screen.findByRole('link', { name: 'Open your chatbot' })).toHaveAttribute(
    'href',
    '/dashboard/chatbot',
  )
})
