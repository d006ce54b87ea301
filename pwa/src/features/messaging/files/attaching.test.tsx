// Tests of files in a conversation: picked, pasted, dropped, rejected, waiting, sent and taken back.
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { LIVE_CLIENT, storingSync } from '../../../testing/sync/fake-sync'
import { clientRow, waitingMessage } from '../../../testing/rows/rows'
import { withSizes } from '../../../testing/setup/element-sizes'
import { message } from '../../../testing/servers/wire-rows'
import { ToastProvider } from '../../../ui/feedback/toast'
import { MessagingScreen } from '..'

withSizes(700, 60)
const MB = 1024 * 1024
const OFFLINE = { ...LIVE_CLIENT, link: { is: 'offline', since: '2026-11-21T10:00:00Z' } } as const

let replica: Replica
beforeEach(async () => {
  replica = new Replica(`attaching-${String(Math.random())}`)
  await replica.clients.put(clientRow())
  await replica.held.put({ client_id: 'c1', from: null, opened_at: 1, ready: true })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await replica.delete()
})

function open(status: typeof LIVE_CLIENT = LIVE_CLIENT) {
  const sync = storingSync(status, replica)
  const { container } = render(
    <ToastProvider>
      <MemoryRouter>
        <LiveContext value={{ userId: 'u1', replica, sync }}>
          <MessagingScreen selected={null} hrefOf={(id) => id} onBack={() => undefined} />
        </LiveContext>
      </MemoryRouter>
    </ToastProvider>,
  )
  const pick = (...files: File[]) => {
    const input = container.querySelector('input[data-picks="files"]')
    if (input === null) throw new Error('nothing picks files')
    fireEvent.change(input, { target: { files } })
  }
  return { sync, user: userEvent.setup(), pick }
}

const png = (name: string, size = 3) => {
  const file = new File([new Uint8Array(3)], name, { type: 'image/png' })
  if (size !== 3) Object.defineProperty(file, 'size', { value: size })
  return file
}
const full = () => Object.assign(new Error('full'), { name: 'QuotaExceededError' })
const listed = () => screen.findByRole('list', { name: 'Files to send' })

test('stores a file on the device, and sends it without a text as “Attached file”', async () => {
  const { sync, user, pick } = open()
  expect(await screen.findByRole('button', { name: 'Send' })).toBeDisabled()
  pick(png('sign.png'))
  expect(await listed()).toHaveTextContent('sign.png')
  expect(screen.getByText('To send: sign.png')).toHaveRole('status')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sync.enqueue).toHaveBeenCalledOnce())
  const [file] = await replica.files.toArray()
  const { id, name, size, type } = file ?? expect.fail('no file')
  const goes = { file: { key: id, name, size, type }, client_id: 'c1', content: 'Attached file' }
  expect(sync.enqueue).toHaveBeenCalledWith({
    kind: 'messages.send',
    body: expect.objectContaining(goes) as unknown,
  })
  expect((await replica.file_bytes.get(id))?.bytes.byteLength).toBe(3)
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull())
})

test('sends each of several files as a message, the first one with the text', async () => {
  const { sync, user, pick } = open()
  pick(png('one.png'), png('two.png'))
  await waitFor(async () => expect(await listed()).toHaveTextContent('two.png'))
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Look at these')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sync.enqueue).toHaveBeenCalledTimes(2))
  const bodies = sync.enqueue.mock.calls.map((call: unknown[]) => JSON.stringify(call[0]))
  expect(bodies[0]).toMatch(/"content":"Look at these".*one\.png/)
  expect(bodies[1]).toMatch(/"content":"Attached file".*two\.png/)
})

test('puts back what was not queued, and never a text that was, when the storage is full', async () => {
  const { sync, user, pick } = open()
  pick(png('one.png'), png('two.png'))
  await waitFor(async () => expect(await listed()).toHaveTextContent('two.png'))
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Look at these')
  const { enqueue } = sync
  const store = enqueue.getMockImplementation() ?? expect.fail('no implementation')
  enqueue.mockImplementationOnce(store).mockRejectedValueOnce(full())
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/the storage of this device is full/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await waitFor(async () => expect(await listed()).not.toHaveTextContent('one.png'))
  expect(await listed()).toHaveTextContent('two.png')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(async () => expect(await replica.outbox.count()).toBe(2))
  const bodies = (await replica.outbox.toArray()).map((entry) => JSON.stringify(entry.body))
  expect(bodies.filter((body) => body.includes('Look at these')).length).toBe(1)
})

test('queues a file in the transaction of its message, so that a page that closes then does not offer it again', async () => {
  const { sync, user, pick } = open()
  pick(png('sign.png'))
  await listed()
  const store = sync.enqueue.getMockImplementation() ?? expect.fail('no implementation')
  const isQueued = vi.fn()
  sync.enqueue.mockImplementationOnce(async (entry) => {
    await store(entry)
    for (const { queued } of await replica.files.toArray()) isQueued(queued)
  })
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(isQueued).toHaveBeenCalledExactlyOnceWith(true))
})

test.each([
  ['a file that is too large', png('a.png', 100 * MB + 1), 'File size must be less than 100MB'],
  ['a file of an unsupported type', new File(['x'], 'a.exe'), 'File type not supported'],
])('rejects %s with the specification’s text and stores nothing', async (_case, file, words) => {
  const { pick } = open()
  await screen.findByRole('textbox', { name: 'Message' })
  pick(file)
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(await replica.files.count()).toBe(0)
})

test.each([
  [
    'QuotaExceededError',
    'The file was not kept: the storage of this device is full. Free some space and try again.',
  ],
  ['DataError', 'This browser could not keep the file. Please try again.'],
])('shows an error if a file cannot be stored because of a %s', async (name, words) => {
  const { pick } = open()
  await screen.findByRole('textbox', { name: 'Message' })
  replica.file_bytes.hook('creating', () => {
    throw Object.assign(new Error(name), { name })
  })
  pick(png('sign.png'))
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(await replica.files.count()).toBe(0)
})

test('shows the offline limit before a file is chosen, and rejects a larger file', async () => {
  const { pick } = open(OFFLINE)
  const button = await screen.findByRole('button', { name: 'Attach files' })
  expect(button).toHaveAccessibleDescription('Offline: up to 25 MB per file.')
  pick(png('a.png', 25 * MB + 1))
  expect(await screen.findByRole('alert')).toHaveTextContent('You are offline: files can be up to 25 MB')
})

test('attaches a pasted picture and a dropped file', async () => {
  open()
  fireEvent.paste(await screen.findByRole('textbox', { name: 'Message' }), {
    clipboardData: { files: [png('')] },
  })
  expect(await listed()).toHaveTextContent('picture.png')
  const place = screen.getByRole('region', { name: 'Conversation' })
  const dataTransfer = { types: ['Files'], files: [png('dropped.png')] }
  fireEvent.dragEnter(place, { dataTransfer })
  expect(screen.getByText('Drop files to attach them')).toBeVisible()
  fireEvent.drop(place, { dataTransfer })
  expect(screen.queryByText('Drop files to attach them')).toBeNull()
  await waitFor(async () => expect(await listed()).toHaveTextContent('dropped.png'))
})

test('keeps a picked file after a reload, and can remove it', async () => {
  const { pick } = open()
  await screen.findByRole('textbox', { name: 'Message' })
  pick(png('sign.png'))
  await listed()
  document.body.replaceChildren()
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Remove sign.png' }))
  await waitFor(async () =>
    expect([await replica.files.count(), await replica.file_bytes.count()]).toEqual([0, 0]),
  )
})

test('shows the sent bytes of an upload, and can cancel it', async () => {
  const row = {
    id: 'f1',
    client_id: 'c1',
    name: 'plan.pdf',
    type: 'application/pdf',
    size: 1_000_000,
    sent: 500_000,
    modified: 0,
    text: null,
    queued: true,
  }
  await replica.files.add(row)
  await replica.file_bytes.add({ id: 'f1', bytes: new ArrayBuffer(4) })
  const file = { key: 'f1', name: row.name, type: row.type, size: row.size }
  const body = { id: 'm1', client_id: 'c1', content: 'Attached file', file }
  await replica.outbox.add(
    waitingMessage('m1', '', { body, state: 'sending', lease: { tab: 't', until: 9e12 } }),
  )
  const { user } = open()
  const bar = await screen.findByRole('progressbar', { name: 'Sending plan.pdf' })
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '50'))
  expect(screen.getByText('500 kB of 1.0 MB')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel plan.pdf' }))
  await waitFor(async () => expect(await replica.files.count()).toBe(0))
})

test('shows “Message removed” for a message that was taken back', async () => {
  const removed = { content: '', removed_at: '2026-11-21T10:00:05.000000Z', sender_role: 'admin' } as const
  await replica.messages.put({ ...message(1, 'c1', { id: 'm1', ...removed }), _s: ['c:c1'] })
  open()
  expect(await screen.findByText('Message removed')).toBeVisible()
})

test('takes back a message that was just sent', async () => {
  const { sync, user } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Oops')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sync.enqueue).toHaveBeenCalledOnce())
  const [sent] = sync.enqueue.mock.calls[0] as unknown as [
    { body: { id: string; client_id: string; content: string } },
  ]
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(sync.takeBack).toHaveBeenCalledExactlyOnceWith({
    kind: 'messages.take_back',
    body: { id: sent.body.id, client_id: 'c1', content: 'Oops' },
  })
})
