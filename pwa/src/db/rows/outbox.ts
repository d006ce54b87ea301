// What the user has written on this device: drafts, and the entries of the outbox.
import type { FileRow } from './files'
import type { MessageCard } from './messages'

export interface DraftRow {
  /** The client id of the thread; `report:` and an id for a report that is being written. */
  id: string
  text: string
  /** The figure that the message will be about. */
  card?: MessageCard
}

interface OutboxState {
  /** A message's final id, or a read marker's own id. */
  id: string
  /** The partition (`lane` is its stored name): entries of one are sent one at a time, in the order of `n`. */
  lane: string
  n: number
  created_at: string
  state: 'queued' | 'sending' | 'refused' | 'waiting-for-sign-in'
  attempts: number
  /** The entry is not sent before this time, in ms. */
  next_at: number
  /** The tab that sends the entry now, and the time (in ms) until which no other tab may send it. */
  lease: { tab: string; until: number } | null
  error: { code: string; message: string } | null
  /** An attempt got no response, so the message may have arrived. */
  unconfirmed: boolean
  /** For a refused message: `last_message_at` of its thread when it was refused, by the server's clock. */
  refused_after?: string
  /** MU10: the message that this one edits. It is taken back first, because it may have arrived. */
  replaces?: string
}

export interface MessageBody {
  id: string
  client_id: string
  content: string
  card?: MessageCard
  /** The attached file, once it is stored on the server. */
  attachment_url?: string
  /** An attached file that is uploaded first; `key` is its row's id. Not part of the sent message. */
  file?: { key: string } & Pick<FileRow, 'name' | 'type' | 'size'>
}

export interface ReadBody {
  id: string
  read_to: string
}

/** An action of the user that the server has not acknowledged yet. */
export type OutboxEntry = OutboxState &
  (
    | { kind: 'messages.send'; body: MessageBody }
    /** MU8: the user has discarded this message, and it may have arrived. */
    | { kind: 'messages.take_back'; body: MessageBody }
    | { kind: 'threads.read'; body: ReadBody }
    /** An admin's mark that messages up to this one need no answer, or its undo. */
    | { kind: 'threads.resolve'; body: { id: string; resolved_to: string; is_resolved: boolean } }
  )
