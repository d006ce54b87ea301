// The actions that a user may take on a message in the outbox (MU2, MU8, MU10). Pure, because screens use it too.
import type { OutboxEntry } from '../../db/rows/rows'

/** A message, or the take-back of one. All other entries are marks, which no screen lists as unsent work. */
export function isMessage(
  entry: OutboxEntry,
): entry is Extract<OutboxEntry, { kind: 'messages.send' | 'messages.take_back' }> {
  return entry.kind.startsWith('messages.')
}

/** MU2, MU8: the server will never accept a message with this id. */
export function isRejectedId({ error }: OutboxEntry): boolean {
  return error?.code === 'message_id_taken' || error?.code === 'taken_back'
}

/**
 * An attempt may have reached the server. Not for an edit: it is sent only after the message in `replaces` is
 * taken back.
 */
export function mayHaveArrived(entry: OutboxEntry): boolean {
  return (
    entry.replaces === undefined && !isRejectedId(entry) && (entry.unconfirmed || entry.state === 'sending')
  )
}

/**
 * False for a message that may have arrived and whose file only the server has: a take-back deletes that
 * file.
 */
export function canEdit(entry: OutboxEntry): boolean {
  if (entry.kind !== 'messages.send') return false
  return entry.body.file !== undefined || entry.body.attachment_url === undefined || !mayHaveArrived(entry)
}
