// Tests of content that another app has shared: it goes into a client's draft, or an admin chooses where.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { SHARE } from '../../../db/rows/files'
import type { SyncStatus } from '../../../sync'
import { held, openMessaging, replica, withMessaging } from '../../../testing/screens/messaging'
import { LIVE_ADMIN, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { MessagingScreen } from '..'

withMessaging()

const MB = 1024 * 1024
const OFFLINE = { ...LIVE_CLIENT, link: { is: 'offline', since: '2026-11-21T10:00:00Z' } } as const

const open = (status: SyncStatus = LIVE_CLIENT, selected: string | null = null) =>
  openMessaging(
    <MessagingScreen selected={selected} hrefOf={(id) => `/m?client=${id}`} onBack={() => undefined} />,
    status,
  )

/** Stores the same rows as the service worker does for a share. */
async function share(text: string, name: string | null, size = 3, hasBytes = true): Promise<void> {
  if (text !== '') await replica.drafts.put({ id: SHARE, text })
  if (name === null) return
  const fields = { type: 'image/png', size, modified: 0, sent: 0, text: null, queued: false }
  await replica.files.add({ id: 'f1', client_id: SHARE, name, ...fields })
  if (hasBytes) await replica.file_bytes.add({ id: 'f1', bytes: new ArrayBuffer(3) })
}

const field = () => screen.findByRole('textbox', { name: 'Message' })
const files = () => screen.findByRole('list', { name: 'Files to send' })

test('puts a share below the client’s draft, and sends it', async () => {
  await held('c1')
  await replica.drafts.put({ id: 'c1', text: 'Half a thought' })
  await share('Our new sign', 'sign.png')
  const { sync, user } = open()
  expect(await files()).toHaveTextContent('sign.png')
  expect(await field()).toHaveValue('Half a thought\nOur new sign')
  expect(await replica.drafts.toArray()).toEqual([{ id: 'c1', text: 'Half a thought\nOur new sign' }])
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const body: unknown = expect.objectContaining({
    client_id: 'c1',
    content: 'Half a thought\nOur new sign',
    file: { key: 'f1', name: 'sign.png', type: 'image/png', size: 3 },
  })
  await waitFor(() => expect(sync.enqueue).toHaveBeenCalledExactlyOnceWith({ kind: 'messages.send', body }))
})

test('takes a share that arrives while the conversation is open', async () => {
  await held('c1')
  const { user } = open()
  await user.type(await field(), 'Look:')
  await share('https://shop.example', null)
  await waitFor(async () => expect(await field()).toHaveValue('Look:\nhttps://shop.example'))
})

test.each([
  ['is too large', LIVE_CLIENT, 'huge.png', 100 * MB + 1, false, 'File size must be less than 100MB'],
  ['has an unsupported type', LIVE_CLIENT, 'setup.exe', 3, false, 'File type not supported'],
  ['is too large offline', OFFLINE, 'large.png', 26 * MB, true, 'You are offline: files can be up to 25 MB'],
  [
    'has no stored bytes',
    LIVE_CLIENT,
    'sign.png',
    3,
    false,
    'A shared file was not stored, because too many files are waiting on this device.',
  ],
] as const)(
  'rejects a shared file that %s, and keeps the text',
  async (_case, status, name, size, hasBytes, text) => {
    await held('c1')
    await share('Our new sign', name, size, hasBytes)
    open(status)
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(await field()).toHaveValue('Our new sign')
    expect(await Promise.all([replica.files.count(), replica.file_bytes.count()])).toEqual([0, 0])
  },
)

test('attaches an admin’s share to no conversation until the admin chooses one', async () => {
  await held('c1')
  await share('For one client only', 'sign.png')
  const list = open(LIVE_ADMIN)
  const waiting = await screen.findByRole('region', { name: 'Shared with you' })
  expect(waiting).toHaveTextContent('sign.png, For one client only')
  expect(within(waiting).queryByRole('button', { name: 'Attach here' })).toBeNull()
  list.unmount()
  const { user } = open(LIVE_ADMIN, 'c1')
  const bar = await screen.findByRole('region', { name: 'Shared with you' })
  expect(await field()).toHaveValue('')
  await user.click(within(bar).getByRole('button', { name: 'Attach here' }))
  expect(await files()).toHaveTextContent('sign.png')
  expect(await field()).toHaveValue('For one client only')
  expect(screen.queryByRole('region', { name: 'Shared with you' })).toBeNull()
})

test('discards a share with its bytes at the second press, and asks anew for another share', async () => {
  await held('c1')
  await share('Not this one', 'sign.png')
  const { user } = open(LIVE_ADMIN, 'c1')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect([await replica.files.count(), await replica.drafts.count()]).toEqual([1, 1])
  const question = within(screen.getByRole('group', { name: 'Discard sign.png, Not this one?' }))
  await user.click(question.getByRole('button', { name: 'Keep' }))
  expect(screen.getByRole('button', { name: 'Discard' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus()
  await replica.drafts.put({ id: SHARE, text: 'Another one' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Shared with you' })).toBeNull())
  const counts = [replica.files.count(), replica.file_bytes.count(), replica.drafts.count()]
  expect(await Promise.all(counts)).toEqual([0, 0, 0])
})
