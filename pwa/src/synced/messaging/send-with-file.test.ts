// A message with a file whose tab stops sending during the upload.
import { beforeEach, expect, it, vi } from 'vitest'

vi.mock('../../api/auth/access-token', () => ({
  accessToken: () => Promise.resolve({ is: 'token', token: 't', exp: 1 }),
  onSessionOver: () => undefined,
}))

import { enqueue } from '../../sync/outbox/enqueue'
import { TusServer } from '../../testing/servers/tus-server'
import { A, body, isEmpty, replica, run, server, user, waitUntil } from '../../testing/sync/running-outbox'
import { sendWithFile } from './send-with-file'

let files: TusServer
let posted: string[]

beforeEach(() => {
  files = new TusServer()
  posted = []
})

/** The outbox of a tab that uploads files. */
function uploader(tab: string) {
  const endpoints = server.endpointsFor(user)
  const sendMessage: typeof endpoints.sendMessage = (message) => {
    posted.push(`${tab}: ${message.attachment_url ?? 'no file'}`)
    return endpoints.sendMessage(message)
  }
  return run(
    {
      sendMessage: (message, signal) => sendWithFile(replica, { ...endpoints, sendMessage }, message, signal),
    },
    tab,
  )
}

async function enqueueFile(): Promise<string> {
  const key = body(1).id
  const file = { name: 'plan.pdf', type: 'application/pdf', size: 1 }
  await replica.files.add({ ...file, id: key, client_id: A, sent: 0, modified: 1, text: null, queued: false })
  await replica.file_bytes.add({ id: key, bytes: new ArrayBuffer(1) })
  await enqueue(replica, { kind: 'messages.send', body: { ...body(1), file: { ...file, key } } })
  return key
}

it('stops the upload with the outbox, and the next sender continues it', async () => {
  const key = await enqueueFile()
  files.stalls = true
  const first = uploader('tab 1')
  void first.sendDue()
  await waitUntil(() => Promise.resolve(files.stalled.length === 1))
  await first.stop()
  const stored = await Promise.all([replica.outbox.toArray(), replica.files.toArray()])
  files.stalls = false
  files.stalled[0]?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await Promise.all([replica.outbox.toArray(), replica.files.toArray()])).toEqual(stored)
  expect([files.requests, posted]).toEqual([['POST', 'PATCH 0'], []])

  void uploader('tab 2').start()
  await waitUntil(isEmpty)
  expect(posted).toEqual([`tab 2: /storage/v1/object/message-attachments/${key}.zip`])
  expect([await replica.files.count(), await replica.file_bytes.count()]).toEqual([0, 0])
})

it('begins no upload after the outbox has stopped', async () => {
  const key = await enqueueFile()
  const message = { ...body(1), file: { key, name: 'plan.pdf', type: 'application/pdf', size: 1 } }
  const answer = await sendWithFile(replica, server.endpointsFor(user), message, AbortSignal.abort())
  expect([answer, files.requests]).toEqual([{ is: 'later', why: 'network', after: 0, unsent: true }, []])
})

it('keeps no listener for the end of the outbox once the file is uploaded', async () => {
  const key = await enqueueFile()
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  const message = { ...body(1), file: { key, name: 'plan.pdf', type: 'application/pdf', size: 1 } }
  void sendWithFile(replica, server.endpointsFor(user), message, signal)
  await waitUntil(async () => (await replica.files.count()) === 0)
  expect(added).toHaveBeenCalledOnce()
  expect(removed.mock.calls).toEqual(added.mock.calls)
})
