// The rows that this device stores: with the field names of the wire, and fields that the replica adds.
import type { FileRow } from './files'

/** A row as the server sends it: its id and the version that grows with each write. */
export interface WireRow {
  id: string
  v: number
}

/** The streams that delivered a stored row. The row is deleted with the last of these streams. */
export interface Streamed {
  _s: string[]
}

export type Side = 'client' | 'admin'

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
  sender_role: Side
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
  last_message_role: Side | null
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

/** Only admins receive `is_staff`, `plan_level` and `status_source`. */
export interface ClientRow extends WireRow, Streamed {
  user_id: string | null
  company_name: string
  contact_name: string
  contact_email: string
  phone: string | null
  website_url: string | null
  service_areas: string | null
  subscription_tier: 'basic' | 'pro' | 'enterprise'
  subscription_status: 'active' | 'inactive'
  notify_messages: boolean
  notify_reports: boolean
  plan_level?: string | null
  /** Who set the status last. A payment does not restore access that an admin has removed. */
  status_source?: 'billing' | 'admin'
  model_preference?: string | null
  ga4_property_id: string | null
  ga4_property_name: string | null
  is_staff?: boolean
  created_at: string
  updated_at: string
}

export interface AdminRow extends WireRow, Streamed {
  user_id: string | null
  role: 'admin'
  name: string
  email: string
  created_at: string
}

/** One scan's result. `metrics` and `field` are in milliseconds, except `cls`, which has no unit. */
export interface ScoreRow extends WireRow, Streamed {
  client_id: string
  website_url: string
  performance_score: number
  /** The scan succeeded without a score. Alerts and comparisons ignore it. */
  is_incomplete: boolean
  runs: (number | null)[]
  metrics: Record<string, number>
  field: Record<string, number | string> | null
  previous_score: number | null
  previous_at: string | null
  last_week_score: number | null
  last_week_at: string | null
  verdict: 'first' | 'same' | 'moved'
  reasons: string[]
  created_at: string
}

/** One scan, from its request to its end. `step` of its `steps` measurements are done. */
export interface ScanRunRow extends WireRow, Streamed {
  client_id: string
  website_url: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'dropped'
  step: number
  steps: number
  reason: string
  error: string
  score_id: string | null
  performance_score: number | null
  asked_at: string
  finished_at: string | null
}

/** A task to improve a website; open as long as scans find its cause. */
export interface ScanTaskRow extends WireRow, Streamed {
  client_id: string
  title: string
  detail: string
  weight: number
  is_open: boolean
  /** The scan's evidence that the task is done. */
  proof: string
  reopened: number
  opened_at: string
  closed_at: string | null
}

/** This device's position in a stream. `loading` is set until the first load is complete. */
export interface StreamRow {
  s: string
  e: string
  cursor: number
  /** The id of the change with the number `cursor`; empty at 0. */
  at: string
  mode: 'loading' | 'ready'
  /** The id of the first load. A page requested before a reset does not fit the rows of the next load. */
  load: string
  loading: Loading | null
  /** BO8: the position of the last page of the first load. Missing if the server sent none. */
  seen?: { c: number; at: string } | undefined
}

export interface Loading {
  /** The tables that are still to be read. The first one continues after the row id `after`. */
  tables: string[]
  after: string | null
  /** Rows stored before the load that no page has contained so far: table, id and version. */
  unsure: [tbl: string, id: string, v: number][]
}

export interface MetaRow {
  k: string
  value: string | number | null
}

/**
 * A thread whose messages this device stores. `from` is "<created_at>|<id>" of the oldest stored one,
 * null if the thread is stored from its start. While `ready` is false, the newest page is not stored yet.
 */
export interface HeldRow {
  client_id: string
  from: string | null
  opened_at: number
  ready: boolean
}

/** A row that a stream has deleted. It prevents a late page from restoring the row. `at` in ms. */
export interface TombstoneRow {
  s: string
  tbl: string
  id: string
  v: number
  at: number
}

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
  /** The partition key. Entries with the same `lane` are sent one at a time, in the order of `n`. */
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
