// Tests of a draft that is sent twice, by a second press or by another tab: each file and text is sent once.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Dexie } from 'dexie'
import { expect, test, vi } from 'vitest'

import { held, openMessaging, replica, withMessaging } from '../../../testing/screens/messaging'
import { LIVE_CLIENT, storingSync } from '../../../testing/sync/fake-sync'
import { MessagingScreen } from '..'
import { addFiles, draftFiles } from '../files/draft-files'
import { sendAll } from './send-all'

withMessaging()

async function picked(...names: string[]) {
  const files = names.map((name) => new File(['abc'], name, { type: 'image/png' }))
  expect(await addFiles(replica, 'c1', files, true)).toEqual([])
  return draftFiles(replica, 'c1')
}

const sentInOrder = async () =>
  (await replica.outbox.orderBy('[lane+n]').toArray()).map((entry) =>
    entry.kind === 'messages.send' ? [entry.body.content, entry.body.file?.name] : entry.kind,
  )

test('sends each file once if Send is pressed twice, and a text that was written meanwhile', async () => {
  await held('c1')
  await picked('one.png', 'two.png')
  const { sync } = openMessaging(
    <MessagingScreen selected={null} hrefOf={(id) => id} onBack={() => undefined} />,
    LIVE_CLIENT,
  )
  sync.enqueue.mockImplementation(storingSync(LIVE_CLIENT, replica).enqueue)
  await screen.findByRole('list', { name: 'Files to send' })
  const field = screen.getByRole('textbox', { name: 'Message' })
  const pressEnter = () => fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  fireEvent.change(field, { target: { value: 'Look' } })
  pressEnter()
  pressEnter()
  fireEvent.change(field, { target: { value: 'More' } })
  pressEnter()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull())
  await waitFor(async () => expect(await replica.outbox.count()).toBe(3))
  expect(await sentInOrder()).toEqual([
    ['Look', 'one.png'],
    ['Attached file', 'two.png'],
    ['More', undefined],
  ])
  expect(screen.queryByText(/Failed to send/)).toBeNull()
})

test('sends a file and empties its draft although the browser drops the database handle', async () => {
  const sync = storingSync(LIVE_CLIENT, replica)
  await replica.drafts.put({ id: 'c1', text: 'Look' })
  const files = await picked('sign.png')
  vi.spyOn(replica.files, 'get').mockRejectedValueOnce(new Dexie.DatabaseClosedError())
  vi.spyOn(replica.drafts, 'delete').mockRejectedValueOnce(new Dexie.DatabaseClosedError())
  await sendAll(replica, sync, { clientId: 'c1', text: 'Look', card: null, files })
  expect(await sentInOrder()).toEqual([['Look', 'sign.png']])
  expect(await replica.drafts.count()).toBe(0)
})

test('sends a file once if two tabs send it, and sends the text of both', async () => {
  const sync = storingSync(LIVE_CLIENT, replica)
  const second = { clientId: 'c1', text: 'Two', card: null, files: await picked('sign.png') }
  // The other tab sends after this one has looked at the file and before it stores its message.
  const { enqueue } = storingSync(LIVE_CLIENT, replica)
  sync.enqueue.mockImplementationOnce(async (entry) => {
    await sendAll(replica, sync, { ...second, text: 'One' })
    await enqueue(entry)
  })
  await expect(sendAll(replica, sync, second)).rejects.toThrow('in a message')
  await sendAll(replica, sync, second)
  expect(await sentInOrder()).toEqual([
    ['One', 'sign.png'],
    ['Two', undefined],
  ])
})

test('sends a file without a text and leaves the figure in the draft', async () => {
  const card = { label: 'Users', value: '1', period: 'today', as_of: '2026-11-21T09:10:00Z', source: 'GA' }
  await replica.drafts.put({ id: 'c1', text: '', card })
  const files = await picked('sign.png')
  await sendAll(replica, storingSync(LIVE_CLIENT, replica), { clientId: 'c1', text: '', card, files })
  expect(await sentInOrder()).toEqual([['Attached file', 'sign.png']])
  expect(await replica.drafts.toArray()).toEqual([{ id: 'c1', text: '', card }])
})
