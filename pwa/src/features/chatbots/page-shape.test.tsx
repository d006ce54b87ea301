// Tests that one skeleton shows until a client's chatbot page is fully loaded, so that nothing moves.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { botRow } from '../../testing/rows/bots'
import { LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { opened } from '../../testing/screens/signed-in'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { ChatbotScreen } from '.'

const EMBED = '<script src="https://x.example/w.js"></script>'
/** The chat's box, with its skeleton or with the chat in it, and the content below it. */
const parts = () => ({
  boxes: document.querySelectorAll('.bot-chat').length,
  embed: screen.queryByText(EMBED) !== null,
})

test.each([
  ['c:c1', 'u:u9'],
  ['u:u9', 'c:c1'],
])('replaces the skeleton in one step if %s loads first and %s later', async (first, later) => {
  const replica = freshReplica()
  await replica.chatbots.put(botRow())
  await replica.chatbot_embeds.put({
    id: 'c1',
    v: 1,
    _s: ['c:c1'],
    client_id: 'c1',
    embed_url: EMBED,
    updated_at: '2026-11-21T09:00:00.000000Z',
  })
  opened(
    <ChatbotScreen homePath="/dashboard" onTeamQuestion={null} />,
    '/dashboard/chatbot',
    replica,
    LIVE_CLIENT,
  )
  const seen = [parts()]
  const watching = new MutationObserver(() => seen.push(parts()))
  watching.observe(document.body, { childList: true, subtree: true, characterData: true })
  await replica.streams.put(readyStream(first))
  await replica.streams.put(readyStream(later))
  await screen.findByRole('textbox', { name: 'Message' })
  await screen.findByText(EMBED)
  watching.disconnect()
  const chat = document.querySelector('.bot-chat') as Element
  const marketplace = screen.getByRole('button', { name: 'Marketplace' })
  expect(chat.compareDocumentPosition(marketplace)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(seen[0]).toEqual({ boxes: 1, embed: false })
  for (const one of seen) expect(one).toMatchObject({ boxes: 1 })
})
