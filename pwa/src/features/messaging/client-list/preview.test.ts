// Tests of the last-message preview in the client list.
import { expect, test } from 'vitest'

import { waitingMessage } from '../../../testing/rows/rows'
import { thread } from '../../../testing/servers/wire-rows'
import type { OutboxEntry } from '../../../db/rows/outbox'
import type { DirectoryEntry } from '../../../live/directory/use-directory'
import { previewOf } from './preview'

const waiting = (state: OutboxEntry['state'], fields = {}) =>
  waitingMessage('m1', 'On its way', { state, ...fields }) as DirectoryEntry['waiting']
const last = (last_message_role: 'client' | 'admin') => ({
  ...thread('c1', 1, { last_message_at: 'T', last_message_preview: 'Hello', last_message_role }),
  _s: [],
})

test.each([
  ['a thread that is not loaded yet', undefined, undefined, { text: '', at: null, state: 'arrived' }],
  ['a thread without messages', null, undefined, { text: 'No messages yet', at: null, state: 'arrived' }],
  ['a last message of the client', last('client'), undefined, { text: 'Hello', at: 'T', state: 'arrived' }],
  [
    'a last message of an admin',
    last('admin'),
    undefined,
    { text: 'Team: Hello', at: 'T', state: 'arrived' },
  ],
  [
    'a waiting message',
    last('client'),
    waiting('sending'),
    { text: 'On its way', at: '2026-11-21T13:00:00.000000Z', state: 'waiting' },
  ],
  [
    'a message that was rejected before the last message',
    { ...last('client'), last_message_at: '2026-11-21T13:00:01.000000Z' },
    waiting('refused', { refused_after: '2026-11-21T13:00:00.000000Z' }),
    { text: 'Hello', at: '2026-11-21T13:00:01.000000Z', state: 'arrived' },
  ],
  [
    'a message that was rejected after the last message',
    { ...last('client'), last_message_at: '2026-11-21T13:00:00.000000Z' },
    waiting('refused', { refused_after: '2026-11-21T13:00:00.000000Z' }),
    { text: 'On its way', at: '2026-11-21T13:00:00.000000Z', state: 'refused' },
  ],
  [
    'a rejected message in a thread that is not loaded',
    undefined,
    waiting('refused'),
    { text: 'On its way', at: '2026-11-21T13:00:00.000000Z', state: 'refused' },
  ],
])('previews %s', (_case, row, entry, preview) => {
  expect(previewOf({ thread: row, waiting: entry })).toEqual(preview)
})
