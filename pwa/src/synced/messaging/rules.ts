// The actions that a user may take on a message in the outbox (MU2, MU8, MU10). The functions are pure,
// because screens use them too.
import type { MessageBody, OutboxEntry } from '../../db/rows/outbox'

/**
 * Whether an entry is a message or the take-back of a message. All other entries are marks, which no screen
 * lists as unsent work.
 */
export function isMessage(
  entry: OutboxEntry,
): entry is Extract<OutboxEntry, { kind: 'messages.send' | 'messages.take_back' }> {
  return entry.kind.startsWith('messages.')
}

/** Whether a message has a file, so that it can be sent without a text. */
export function hasFile({ file, attachment_url }: MessageBody): boolean {
  return file !== undefined || attachment_url !== undefined
}

/** MU2, MU8: whether the server will never accept a message with this id. */
export function isRejectedId({ error }: OutboxEntry): boolean {
  return error?.code === 'message_id_taken' || error?.code === 'taken_back'
}

/**
 * Whether an attempt may have reached the server. False for an edit, because the edit is sent only after the
 * message that `replaces` names is taken back.
 */
export function mayHaveArrived(entry: OutboxEntry): boolean {
  return (
    entry.replaces === undefined && !isRejectedId(entry) && (entry.unconfirmed || entry.state === 'sending')
  )
}

/**
 * Whether the user may edit the entry. False for a message that may have arrived if only the server has its
 * file, because a take-back deletes that file.
 */
export function canEdit(entry: OutboxEntry): boolean {
  if (entry.kind !== 'messages.send') return false
  return entry.body.file !== undefined || entry.body.attachment_url === undefined || !mayHaveArrived(entry)
}
