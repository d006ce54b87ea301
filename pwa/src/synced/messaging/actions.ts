// How messaging's outbox entries react to the user and to a take-back (MU8 to MU10). Loaded on demand.
import type { MessageRow } from '../../db/rows/messages'
import type { MessageBody } from '../../db/rows/outbox'
import type { Replica } from '../../db/schema'
import type { EntryActions, EntryOf, ThreadPages } from '../../sync/registry'
import { takeBackPartition } from './kinds'
import { canEdit, isRejectedId, mayHaveArrived } from './rules'

type Send = EntryOf<'messages.send'>
type TakeBack = EntryOf<'messages.take_back'>

const send: EntryActions<Send> = {
  isTakeBack: false,
  clientOf: (body) => body.client_id,
  /** After MU9 (`already_read`), a retry sends the new text and leaves the old message in place. */
  retry(entry, id) {
    const next = entry.error?.code === 'already_read' ? withoutReplaces(entry) : entry
    return isRejectedId(entry) ? withNewId(next, id) : next
  },
  /** MU10: the new text gets a new id if the old message may have reached the server. */
  edit(entry, id, text) {
    if (!canEdit(entry)) return entry
    const next = { ...entry, body: { ...entry.body, content: text } }
    if (mayHaveArrived(entry))
      return { ...withNewId(next, id), replaces: entry.id, unconfirmed: false, attempts: 0 }
    return isRejectedId(entry) ? withNewId(next, id) : next
  },
  /** MU10: deletes the entry if no attempt can have arrived, else turns it into a take-back. */
  discard(entry) {
    const id = entry.replaces ?? (mayHaveArrived(entry) ? entry.id : undefined)
    if (id === undefined) return 'gone'
    const { body, ...rest } = withoutReplaces(entry)
    return {
      ...rest,
      kind: 'messages.take_back',
      lane: takeBackPartition(body.client_id),
      body: { ...body, id },
      unconfirmed: true,
      id,
    }
  },
  takenBack: (entry) => ({ ...withoutReplaces(entry), unconfirmed: false }),
  tables: ({ files, file_bytes }) => [files, file_bytes],
  /** Moves the file to its new key. `sent` is 0 because nothing is uploaded under the new key yet. */
  async move({ files, file_bytes }, { body }, to) {
    const [before, after] = [body.file?.key, to.kind === 'messages.send' ? to.body.file?.key : undefined]
    if (before === undefined || after === undefined) return
    const [file, stored] = await Promise.all([files.get(before), file_bytes.get(before)])
    if (file) await files.put({ ...file, id: after, sent: 0 })
    if (stored) await file_bytes.put({ ...stored, id: after })
    await Promise.all([files.delete(before), file_bytes.delete(before)])
  },
  newestAt,
}

const takeBack: EntryActions<TakeBack> = {
  isTakeBack: true,
  clientOf: (body) => body.client_id,
  retry: (entry) => entry,
  edit: (entry) => entry,
  discard: (entry) => (entry.state === 'refused' ? 'gone' : entry),
  takenBack: () => 'gone',
  tables: () => [],
  newestAt,
}

/** A read marker or a resolution. The user cannot edit it or take it back. */
const mark: EntryActions<EntryOf<'threads.read' | 'threads.resolve'>> = {
  isTakeBack: false,
  clientOf: (body) => body.id,
  retry: (entry) => entry,
  edit: (entry) => entry,
  discard: () => 'gone',
  takenBack: (entry) => entry,
  tables: () => [],
}

/** The entry without `replaces`, for when no message has to be taken back before it is sent. */
function withoutReplaces(entry: Send): Send {
  const next = { ...entry }
  delete next.replaces
  return next
}

/**
 * The entry with a new id. Its file gets a new key too, because the take-back deletes the file with the old
 * key.
 */
function withNewId(entry: Send, id: string): Send {
  const { file, attachment_url, ...body } = entry.body
  if (file !== undefined) return { ...entry, id, body: { ...body, id, file: { ...file, key: id } } }
  return { ...entry, id, body: { ...body, id, ...(attachment_url !== undefined && { attachment_url }) } }
}

/** The time of the newest message of a thread that this device knows. */
async function newestAt(replica: Replica, { client_id }: MessageBody): Promise<string> {
  const last = await threadPages.rowsOf(replica, client_id).last()
  const lastAt = (await replica.threads.get(client_id))?.last_message_at ?? ''
  return last && last.created_at > lastAt ? last.created_at : lastAt
}

export const threadPages: ThreadPages<MessageRow> = {
  firstRows: 200,
  rowsOf: (replica, thread, before) =>
    replica
      .table<MessageRow, string>('messages')
      .where('[client_id+created_at+id]')
      .between([thread], [thread, ...(before?.split('|') ?? [[]])], true, before === undefined),
}

export const entries = {
  'messages.send': send,
  'messages.take_back': takeBack,
  'threads.read': mark,
  'threads.resolve': mark,
}
