// Rows as the server sends them, for tests.
import type { MessageRow, ThreadRow } from '../../db/rows/messages'

export type Wire<Row> = Omit<Row, '_s'>

export const uuid = (n: number): string => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Returns the n-th microsecond of a day as a message's timestamp. */
export const timestamp = (n: number): string => `2026-11-21T10:00:00.${n.toString().padStart(6, '0')}Z`

export function message(n: number, clientId: string, more: Partial<Wire<MessageRow>> = {}): Wire<MessageRow> {
  return {
    id: uuid(n),
    v: 1,
    client_id: clientId,
    content: `message ${n}`,
    sender_id: uuid(900),
    sender_role: 'client',
    sender_name: 'Ana',
    attachment_url: null,
    attachment_name: null,
    attachment_type: null,
    attachment_size: null,
    created_at: timestamp(n),
    ...more,
  }
}

export function thread(clientId: string, v: number, more: Partial<Wire<ThreadRow>> = {}): Wire<ThreadRow> {
  return {
    id: clientId,
    v,
    last_message_id: null,
    last_message_at: null,
    last_message_preview: '',
    last_message_role: null,
    provider_unread: 0,
    client_unread: 0,
    provider_read_to: null,
    provider_read_created_at: null,
    provider_read_at: null,
    provider_read_by: null,
    client_read_to: null,
    client_read_created_at: null,
    client_read_at: null,
    provider_delivered_created_at: null,
    client_delivered_created_at: null,
    ...more,
  }
}
