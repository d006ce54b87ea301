// What an entry of the outbox tells about its message. Pure; screens need it too.
import type { OutboxEntry } from '../../db/rows/rows'

/** The server said when it takes messages again: to send before that only makes it count more. */
export function isLimited(entry: OutboxEntry): boolean {
  return entry.state === 'queued' && entry.error?.code === 'limited'
}

/** MU2, MU8: the server will never take the message under this id. */
export function isLostId({ error }: OutboxEntry): boolean {
  return error?.code === 'message_id_taken' || error?.code === 'taken_back'
}

/** An attempt may have reached the server. What an edit replaces is sent back before the edit itself is ever tried. */
export function mayHaveArrived(entry: OutboxEntry): boolean {
  return entry.replaces === undefined && !isLostId(entry) && (entry.unconfirmed || entry.state === 'sending')
}

/** A file that only the server has goes with the message that is taken back. */
export function canEdit(entry: OutboxEntry): boolean {
  if (entry.kind !== 'messages.send') return false
  return entry.body.file !== undefined || entry.body.attachment_url === undefined || !mayHaveArrived(entry)
}

/** Take-backs wait behind nothing: they are to come before the other side reads. */
export function takeBackLane(clientId: string): string {
  return `take-back:${clientId}`
}
