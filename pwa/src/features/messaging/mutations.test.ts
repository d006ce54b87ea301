// Tests of which texts can be sent, and of their length limit.
import { expect, test, vi } from 'vitest'

import { fakeSync, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { canSend, contentOf, lengthOf, SEND_FAILED, sendMessage, sendErrorText } from './mutations'

test('does not send a text of blanks or NUL characters', () => {
  expect(['', '  ', '\n\t', '\u0000 \u0000'].map(canSend)).toEqual([false, false, false, false])
  expect(canSend(' a ')).toBe(true)
  expect(contentOf('  a\n b \u0000 ')).toBe('a\n b')
})

test('does not send a text of invisible characters, and keeps them in a visible text', () => {
  const unseen = [
    '\u200b',
    '\u200d\u2060\ufeff\u00ad',
    '\u202e \u200f',
    '\u3164\u115f\uffa0\u2800\ufe0f\u{e0041}',
  ]
  expect(unseen.map(canSend)).toEqual([false, false, false, false])
  expect(['👩\u200d💻', '\u202etxt', '❤\ufe0f'].map(contentOf)).toEqual([
    '👩\u200d💻',
    '\u202etxt',
    '❤\ufe0f',
  ])
})

test('counts characters as the server does, and allows 20,000 of them', () => {
  expect(lengthOf('a'.repeat(300))).toBe(300)
  expect(canSend('😀'.repeat(20_000))).toBe(true)
  expect(canSend('😀'.repeat(20_001))).toBe(false)
  expect(canSend(` ${'a'.repeat(20_000)} `)).toBe(true)
})

test('gives a message its final id on the device', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const enqueue = vi.mocked(sync.enqueue)
  await sendMessage(sync, 'c1', ' hello ', null)
  const id: unknown = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  expect(enqueue.mock.calls).toEqual([
    [{ kind: 'messages.send', body: { id, client_id: 'c1', content: 'hello' } }],
  ])
})

test('explains that a message was not sent because the device’s storage is full', () => {
  const inner = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const error = Object.assign(new Error('aborted'), { name: 'AbortError', inner })
  expect(sendErrorText(error)).toBe(
    'Not sent: the storage of this device is full. Free some space and try again.',
  )
  expect(sendErrorText(new Error('other'))).toBe(SEND_FAILED)
})
