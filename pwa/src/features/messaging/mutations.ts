// The user's actions in a conversation. All of them go through the outbox.
import type { FileRow } from '../../db/rows/files'
import type { MessageCard } from '../../db/rows/messages'
import { isStoreFull } from '../../db/open'
import { uuid7 } from '../../lib/ids/uuid7'
import { contentOf, NO_TEXT } from '../../lib/text/message-text'
import { NotStored, type SyncHandle } from '../../sync'
import { noteWritten } from './take-back-time'

export { canSend, contentOf, lengthOf } from '../../lib/text/message-text'

export const SEND_FAILED = 'Failed to send message. Please try again.'

const NOT_STORED =
  'Not sent: there is no connection, and this browser cannot keep messages until there is one.'

const STORAGE_FULL = 'Not sent: the storage of this device is full. Free some space and try again.'

/** The text to show if the outbox could not store a message. */
export function sendErrorText(error: unknown): string {
  if (isStoreFull(error)) return STORAGE_FULL
  return error instanceof NotStored ? NOT_STORED : SEND_FAILED
}

/** `card` is the figure that the message asks about. */
export async function sendMessage(
  sync: SyncHandle,
  clientId: string,
  text: string,
  card: MessageCard | null,
): Promise<void> {
  const id = uuid7()
  noteWritten(id)
  await sync.enqueue({
    kind: 'messages.send',
    body: { id, client_id: clientId, content: contentOf(text), ...(card && { card }) },
  })
}

/** `url` is the file's URL if the server already has it. Without `url` the outbox uploads the file first. */
export async function sendFileMessage(
  sync: SyncHandle,
  row: FileRow,
  text: string,
  url?: string,
): Promise<void> {
  const { id: key, client_id, name, type, size, message_id: id = uuid7() } = row
  const content = contentOf(text) || NO_TEXT
  const attachment = url === undefined ? { file: { key, name, type, size } } : { attachment_url: url }
  noteWritten(id)
  await sync.enqueue({ kind: 'messages.send', body: { id, client_id, content, ...attachment } })
}

export async function markRead(sync: SyncHandle, clientId: string, messageId: string): Promise<void> {
  await sync.enqueue({ kind: 'threads.read', body: { id: clientId, read_to: messageId } })
}
