// Tests of the card of the conversation with the team: its newest message and its author.
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { openHome } from '../../testing/screens/client-home'
import { messageRow } from '../../testing/screens/messaging'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { TeamMessages } from './team-messages'

test('shows the newest message, with its author if the team did not write it', async () => {
  const replica = freshReplica()
  await replica.streams.put(readyStream('c:c1'))
  openHome(<TeamMessages href="/dashboard/messaging" unread={0} />, replica)
  const card = screen.getByRole('region', { name: 'Messages from your team' })
  await waitFor(() => expect(card).toHaveTextContent('Write to your team'))
  const shows = async (n: number, more: Parameters<typeof messageRow>[1], text: string) => {
    await act(() => replica.messages.put(messageRow(n, more)))
    await waitFor(() => expect(card).toHaveTextContent(text))
  }
  const ana = { sender_role: 'admin', sender_name: 'Ana Ferreira' } as const
  const maya = { sender_role: 'client', sender_id: 'u1', sender_name: 'Maya Lopez' } as const
  await shows(1, { ...maya, content: 'Is it live?' }, 'You: Is it live?')
  await shows(2, { ...ana, content: 'It is live.' }, 'It is live.')
  expect(card).not.toHaveTextContent('You:')
  await shows(3, { ...maya, content: '', attachment_name: 'menu.pdf' }, 'You: menu.pdf')
  expect(screen.getByRole('heading')).toHaveTextContent('Ana Ferreira')
  await shows(4, { ...maya, sender_id: 'u2', content: 'Thank you!' }, 'Maya: Thank you!')
  await act(() => replica.messages.update(messageRow(4).id, { removed_at: '2026-11-20T10:00:00.000000Z' }))
  await waitFor(() => expect(card).toHaveTextContent('You: menu.pdf'))
})
