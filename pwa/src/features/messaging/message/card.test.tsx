// Tests of the figure attached to a question, in the draft and in the conversation.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { SyncStatus } from '../../../sync'
import {
  held,
  log,
  messageRow,
  openMessaging,
  replica,
  withMessaging,
} from '../../../testing/screens/messaging'
import { LIVE_ADMIN, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { MessagingScreen } from '..'
import { addFiles } from '../files/draft-files'

withMessaging()

const open = (status: SyncStatus = LIVE_CLIENT, selected: string | null = null) =>
  openMessaging(
    <MessagingScreen selected={selected} hrefOf={(id) => `/m?client=${id}`} onBack={() => undefined} />,
    status,
  )

const FIGURE = {
  label: 'Users this month',
  value: '1,204',
  period: 'last 30 complete days',
  as_of: '2026-11-21T09:10:00.000000Z',
  source: 'Google Analytics',
}

test('sends the draft’s figure with the message, and shows it in the thread to both sides', async () => {
  await held('c1')
  await replica.drafts.put({ id: 'c1', text: '', card: FIGURE })
  const { sync, user, unmount } = open()
  const field = await screen.findByPlaceholderText('What would you like to know?')
  expect(screen.getByRole('group', { name: 'About: Users this month' })).toHaveTextContent(
    /1,204Google Analytics, last 30 complete daysAs of Sat, Nov 21, 2026/,
  )
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  await user.type(field, 'Why so many?')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const body: unknown = expect.objectContaining({ client_id: 'c1', content: 'Why so many?', card: FIGURE })
  await waitFor(() => expect(sync.enqueue).toHaveBeenCalledExactlyOnceWith({ kind: 'messages.send', body }))
  expect(screen.queryByRole('group', { name: 'About: Users this month' })).toBeNull()
  unmount()
  await replica.messages.put(messageRow(1, { content: 'Why so many?', card: FIGURE }))
  for (const [status, selected] of [
    [LIVE_CLIENT, null],
    [LIVE_ADMIN, 'c1'],
  ] as const) {
    const shown = open(status, selected)
    expect(within(await log()).getByRole('group', { name: 'About: Users this month' })).toHaveTextContent(
      '1,204',
    )
    shown.unmount()
  }
})

test('removes a figure from a draft and keeps the text', async () => {
  await held('c1')
  await replica.drafts.put({ id: 'c1', text: 'Half a thought', card: FIGURE })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Remove the figure' }))
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thought')
  await waitFor(async () =>
    expect(await replica.drafts.toArray()).toEqual([{ id: 'c1', text: 'Half a thought' }]),
  )
})

test('keeps the figure of a draft with a file until the user has written the question', async () => {
  await held('c1')
  await replica.drafts.put({ id: 'c1', text: '', card: FIGURE })
  await addFiles(replica, 'c1', [new File(['abc'], 'sign.png', { type: 'image/png' })], true)
  const { sync, user } = open()
  await screen.findByRole('list', { name: 'Files to send' })
  const field = await screen.findByPlaceholderText('What would you like to know?')
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  expect(sync.enqueue).not.toHaveBeenCalled()
  await user.type(field, 'Is it this sign?')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sync.enqueue).toHaveBeenCalledTimes(2))
  const sent: unknown = sync.enqueue.mock.calls
  expect(sent).toMatchObject([
    [{ body: { content: 'Is it this sign?', card: FIGURE } }],
    [{ body: { file: {} } }],
  ])
})

test('keeps and sends the stored figure if the user types before the draft is read', async () => {
  await held('c1')
  await replica.drafts.put({ id: 'c1', text: '', card: FIGURE })
  const get = replica.drafts.get.bind(replica.drafts) as unknown as (key: string) => never
  const reads: string[] = []
  vi.spyOn(replica.drafts, 'get').mockImplementation((key: unknown) => {
    if (key === 'c1') reads.push(key)
    // The screen's own read of the draft takes longer than the user.
    return reads.length === 1 && key === 'c1' ? (new Promise(() => undefined) as never) : get(String(key))
  })
  const { sync } = open()
  const field = await screen.findByRole('textbox', { name: 'Message' })
  fireEvent.change(field, { target: { value: 'Why' } })
  await waitFor(async () =>
    expect(await replica.drafts.toArray()).toEqual([{ id: 'c1', text: 'Why', card: FIGURE }]),
  )
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  const body: unknown = expect.objectContaining({ content: 'Why', card: FIGURE })
  await waitFor(() => expect(sync.enqueue).toHaveBeenCalledExactlyOnceWith({ kind: 'messages.send', body }))
})
