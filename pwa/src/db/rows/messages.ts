// The rows of messages, and of their threads.
import type { Streamed, WireRow } from './rows'

export type Role = 'client' | 'admin'

/** A figure that a message is about, copied as the message's author saw it. */
export interface MessageCard {
  label: string
  value: string
  period: string
  /** When the figure was measured; null if never. */
  as_of: string | null
  source: string
}

export interface MessageRow extends WireRow, Streamed {
  client_id: string
  content: string
  sender_id: string | null
  sender_role: Role
  sender_name: string
  attachment_url: string | null
  attachment_name: string | null
  attachment_type: string | null
  attachment_size: number | null
  /** A picture's size in px, and when the sender took the message back. Missing in older stored rows. */
  attachment_width?: number | null
  attachment_height?: number | null
  removed_at?: string | null
  /** Missing in rows that were stored before the server sent this field. */
  card?: MessageCard | null
  /** ISO with six digits; sorts as text and orders the thread. */
  created_at: string
}

/** One row per client. Its id is the client's id. "provider" is the admins' side. */
export interface ThreadRow extends WireRow, Streamed {
  last_message_id: string | null
  last_message_at: string | null
  last_message_preview: string
  last_message_role: Role | null
  provider_unread: number
  client_unread: number
  provider_read_to: string | null
  provider_read_created_at: string | null
  provider_read_at: string | null
  provider_read_by: string | null
  client_read_to: string | null
  client_read_created_at: string | null
  client_read_at: string | null
  /** DL1: the newest message that each side's devices have received. Missing in rows of older servers. */
  provider_delivered_created_at?: string | null
  client_delivered_created_at?: string | null
}
