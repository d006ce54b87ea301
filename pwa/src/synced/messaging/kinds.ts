// The part of messaging that sync uses: four kinds of outbox entry, and the table of messages.
import { hasUnqueuedMessage, requireUnsent } from '../../db/rows/files'
import type { MessageRow } from '../../db/rows/messages'
import type { MessageBody } from '../../db/rows/outbox'
import { uuid4 } from '../../lib/ids/uuid4'
import type { EntryOf, OutboxKind, ThreadTable } from '../../sync/registry'

/**
 * A partition for take-backs only, so that they do not wait behind messages. They should arrive before the
 * recipient reads the message.
 */
export function takeBackPartition(clientId: string): string {
  return `take-back:${clientId}`
}

export function readPartition(clientId: string): string {
  return `read:${clientId}`
}

const message = {
  isWork: true,
  table: 'messages',
  idOf: (body: MessageBody) => body.id,
}

/** A new message. Its id is the id of its row. */
export const send: OutboxKind<EntryOf<'messages.send'>> = {
  ...message,
  partitionOf: (body) => body.client_id,
  /** A row with an entry's id is that entry's message, because an id is used for one body only. */
  isConfirmedBy: () => true,
  tables: ({ drafts, files }) => [drafts, files],
  /**
   * Deletes the message's draft, and the file row of a complete upload, so that a page that closes neither
   * loses nor duplicates the message. Marks a file that the outbox uploads, so that no composer offers it
   * again, and rejects a marked one.
   */
  async store({ drafts, files }, { id, client_id, content, attachment_url, file }) {
    // If the file's row is missing, the user has cancelled it, perhaps in another tab. Send nothing.
    if (
      attachment_url !== undefined &&
      (await files.filter(({ message_id }) => message_id === id).delete()) === 0
    )
      return false
    if (file) {
      requireUnsent(await files.get(file.key))
      await files.update(file.key, { queued: true })
    }
    const draft = await drafts.get(client_id)
    if (draft?.text.trim() === content.trim()) await drafts.delete(client_id)
    return true
  },
  unqueued: ({ files }) => files.filter(hasUnqueuedMessage).count(),
}

/** MU8: takes back a message. */
export const takeBack: OutboxKind<EntryOf<'messages.take_back'>> = {
  ...message,
  partitionOf: (body) => takeBackPartition(body.client_id),
  /** MU10: a take-back is complete when the row is removed. */
  isConfirmedBy: (row: Partial<MessageRow>) => Boolean(row.removed_at),
}

/** A mark in a thread. The newest mark replaces the waiting ones. */
const mark = (table: string, partition: (clientId: string) => string) => ({
  isWork: false,
  replacesWaiting: true,
  table,
  idOf: uuid4,
  partitionOf: (body: { id: string }) => partition(body.id),
})

/**
 * A read marker. It has a separate partition, because it must not wait behind a message that cannot be sent.
 */
export const read: OutboxKind<EntryOf<'threads.read'>> = mark('threads', readPartition)

/**
 * An admin's mark that messages need no answer, or its undo. The entry names the last message that the admin
 * saw, so a late delivery is harmless. An undo replaces a waiting mark, and also undoes a mark that may have
 * arrived.
 */
export const resolve: OutboxKind<EntryOf<'threads.resolve'>> = mark(
  'thread_resolutions',
  (clientId) => `resolve:${clientId}`,
)

export const messages: ThreadTable<MessageRow> = {
  name: 'messages',
  threadOf: (row) => row.client_id,
  placeOf: (row) => `${row.created_at}|${row.id}`,
}
