// Tests of the last-message preview in the client list.
import { expect, test } from 'vitest'

import { waitingMessage } from '../../../testing/rows/rows'
import { thread } from '../../../testing/servers/wire-rows'
import type { OutboxEntry } from '../../../db/rows/rows'
import type { DirectoryEntry } from '../../../live/directory/use-directory'
import { previewOf } from './preview'

const waiting = (state: OutboxEntry['state'], fields = {}) =>
  waitingMessage('m1', 'On its way', { state, ...fields }) as DirectoryEntry['waiting']
const last = (last_message_role: 'client' | 'admin') => ({
  ...thread('c1', 1, { last_message_at: 'T', last_message_preview: 'Hello', last_message_role }),
  _s: [],
})

test.each([
  ['not known yet', undefined, undefined, { text: '', at: null, state: 'arrived' }],
  ['nothing yet', null, undefined, { text: 'No messages yet', at: null, state: 'arrived' }],
  ['the client spoke last', last('client'), undefined, { text: 'Hello', at: 'T', state: 'arrived' }],
  ['we spoke last', last('admin'), undefined, { text: 'Team: Hello', at: 'T', state: 'arrived' }],
  [
    'one waits',
    last('client'),
    waiting('sending'),
    { text: 'On its way', at: '2026-11-21T13:00:00.000000Z', state: 'waiting' },
  ],
  [
    'one was refused before the last word',
    { ...last('client'), last_message_at: '2026-11-21T13:00:01.000000Z' },
    waiting('refused', { refused_after: '2026-11-21T13:00:00.000000Z' }),
    { text: 'Hello', at: '2026-11-21T13:00:01.000000Z', state: 'arrived' },
  ],
  [
    'one was refused after it',
    { ...last('client'), last_message_at: '2026-11-21T13:00:00.000000Z' },
    waiting('refused', { refused_after: '2026-11-21T13:00:00.000000Z' }),
    { text: 'On its way', at: '2026-11-21T13:00:00.000000Z', state: 'refused' },
  ],
  [
    'one was refused',
    undefined,
    waiting('refused'),
    { text: 'On its way', at: '2026-11-21T13:00:00.000000Z', state: 'refused' },
  ],
])('%s', (_case, row, entry, preview) => {
  expect(previewOf({ thread: row, waiting: entry })).toEqual(preview)
})
