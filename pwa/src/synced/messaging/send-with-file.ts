// Sends a message with a file: first uploads the file in parts, then sends the message that refers to it.
import { startUpload, type Uploaded } from '../../api/files/upload'
import type { MessageBody } from '../../db/rows/outbox'
import type { WireRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { steady } from '../../lib/time/clock'
import type { Answer } from '../../sync/protocol/endpoints'
import type { MessageEndpoints } from './endpoints'

const PROGRESS_EVERY_MS = 250

/**
 * Like `sendMessage`, but uploads the file first and stores the number of uploaded bytes in its row. `signal`
 * ends the upload, and then the message is not sent.
 */
export async function sendWithFile(
  replica: Replica,
  endpoints: MessageEndpoints,
  body: MessageBody,
  signal?: AbortSignal,
): Promise<Answer<WireRow>> {
  const { file, ...message } = body
  if (file === undefined) return endpoints.sendMessage(message)
  if (message.attachment_url === undefined) {
    const sent = await upload(replica, file.key, signal)
    if (sent.is === 'cancelled') return { is: 'rejected', code: 'cancelled', message: '' }
    // `unsent` is true, because the message itself was not sent. So the user can cancel it without a request.
    if (sent.is === 'later') return { ...sent, unsent: true }
    if (sent.is !== 'stored') return sent
    message.attachment_url = sent.url
    // Store the URL, so that retries of the message do not upload the file again.
    await replica.outbox
      .where('id')
      .equals(body.id)
      .modify((entry) => {
        if (entry.kind === 'messages.send') entry.body.attachment_url = sent.url
      })
    if (signal?.aborted) return { is: 'later', why: 'network', after: 0, unsent: true }
  }
  const answer = await endpoints.sendMessage(message)
  if (answer.is === 'ok')
    await Promise.all([replica.files.delete(file.key), replica.file_bytes.delete(file.key)])
  return answer
}

async function upload(replica: Replica, key: string, signal?: AbortSignal): Promise<Uploaded> {
  const [file, stored] = await Promise.all([replica.files.get(key), replica.file_bytes.get(key)])
  if (file === undefined || stored === undefined)
    return { is: 'rejected', code: 'file_gone', message: 'The file is no longer on this device.' }
  let storedAt = -Infinity
  const storeProgress = (sent: number) => {
    if (signal?.aborted || steady() - storedAt < PROGRESS_EVERY_MS) return
    storedAt = steady()
    // Cancel the upload if the row is missing, because the user has cancelled the file.
    void replica.files.update(key, { sent }).then(
      (count) => count === 0 && uploading.cancel(),
      () => undefined,
    )
  }
  if (signal?.aborted) return { is: 'later', why: 'network', after: 0 }
  const content = new Blob([stored.bytes], { type: file.type })
  const uploading = startUpload(
    {
      id: key,
      bucket: 'message-attachments',
      name: file.name,
      type: file.type,
      content,
      userId: replica.userId,
    },
    { onProgress: storeProgress, isResumed: file.sent > 0 },
  )
  signal?.addEventListener('abort', uploading.pause)
  // The listener holds the file's bytes.
  return uploading.done.finally(() => signal?.removeEventListener('abort', uploading.pause))
}
