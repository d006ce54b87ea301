// The last line of a conversation in a list.
import { expect, test } from 'vitest'

import { waitingMessage } from '../../testing/rows'
import { thread } from '../../testing/wire-rows'
import type { WaitingMessage } from './thread-state'
import { previewOf } from './preview'

const waiting = (state: WaitingMessage['state']) => waitingMessage('m1', 'On its way', { state }) as WaitingMessage
const last = (last_message_role: 'client' | 'admin') => ({
  ...thread('c1', 1, { last_message_at: 'T', last_message_preview: 'Hello', last_message_role }),
  _s: [],
})

test.each([
  ['nothing yet', undefined, undefined, { text: 'No messages yet', at: null, state: 'arrived' }],
  ['the client spoke last', last('client'), undefined, { text: 'Hello', at: 'T', state: 'arrived' }],
  ['we spoke last', last('admin'), undefined, { text: 'Team: Hello', at: 'T', state: 'arrived' }],
  ['one waits', last('client'), waiting('sending'), { text: 'On its way', at: '2026-11-21T13:00:00.000000Z', state: 'waiting' }],
  ['one was refused', undefined, waiting('refused'), { text: 'On its way', at: '2026-11-21T13:00:00.000000Z', state: 'refused' }],
])('%s', (_case, row, entry, preview) => {
  expect(previewOf({ thread: row, waiting: entry })).toEqual(preview)
})
