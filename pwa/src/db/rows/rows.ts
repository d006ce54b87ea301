// The rows this device keeps: the wire's own field names, plus what the replica adds.
import type { FileRow } from './files'

/** A row as the server sends it: its id and the version that grows with each write. */
export interface WireRow {
  id: string
  v: number
}

/** Where a stored row came from; it goes when its last stream goes. */
export interface Streamed {
  _s: string[]
}

export type Side = 'client' | 'admin'

/** A figure that a message asks about, frozen as its writer saw it. */
export interface MessageCard {
  label: string
  value: string
  period: string
  /** Null if it was never measured. */
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
  /** Of a picture, in px. Missing in rows from before, as `removed_at` (taken back by its sender) is. */
  attachment_width?: number | null
  attachment_height?: number | null
  removed_at?: string | null
  /** Missing in rows that were stored before the server told it. */
  card?: MessageCard | null
  /** ISO with six digits; sorts as text and orders the thread. */
  created_at: string
}

/** One per client; its id is the client's id. "provider" is the admins' side. */
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
  /** DL1. Missing in rows that were stored before the server told it. */
  provider_delivered_created_at?: string | null
  client_delivered_created_at?: string | null
}

/** `is_staff`, `plan_level` and `status_source` reach admins only. */
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
  /** Who decided on the status: what an admin has taken away, a payment does not give back. */
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

/** One scan's result; milliseconds in `metrics` and `field`, whose `cls` has no unit. */
export interface ScoreRow extends WireRow, Streamed {
  client_id: string
  website_url: string
  performance_score: number
  /** A successful answer without a score: it counts neither for alerts nor for comparisons. */
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

/** One scan, from asking to its end; `step` of `steps` measurements are made. */
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

/** Something to do about a website, as long as scans find it. */
export interface ScanTaskRow extends WireRow, Streamed {
  client_id: string
  title: string
  detail: string
  weight: number
  is_open: boolean
  /** Why it is done, as the scan has shown it. */
  proof: string
  reopened: number
  opened_at: string
  closed_at: string | null
}

/** How far this device is in a stream. `loading` is set while its first load is unfinished. */
export interface StreamRow {
  s: string
  e: string
  cursor: number
  /** The id of the change with the number `cursor`; empty at 0. */
  at: string
  mode: 'loading' | 'ready'
  /** Made anew with each first load: a page of history asked for before a reset does not fit the rows after it. */
  load: string
  loading: Loading | null
  /** BO7: the position of the last page of the first load. Missing where the server said none. */
  seen?: { c: number; at: string } | undefined
}

export interface Loading {
  /** The tables still to be read, the first one after the row id `after`. */
  tables: string[]
  after: string | null
  /** Rows that were here before the position, and have come in no page so far: table, id and version. */
  unsure: [tbl: string, id: string, v: number][]
}

export interface MetaRow {
  k: string
  value: string | number | null
}

/**
 * A thread whose messages this device keeps. `from` is "<created_at>|<id>" of the oldest one,
 * null when the thread is here from its start. While `ready` is false the newest page is still to come.
 */
export interface HeldRow {
  client_id: string
  from: string | null
  opened_at: number
  ready: boolean
}

/** What is gone from a stream, so that a late page cannot bring it back. `at` in ms. */
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
  /** Of a message its final id; of a read marker an id of its own. */
  id: string
  /** Entries of one lane are sent one at a time, by `n`. */
  lane: string
  n: number
  created_at: string
  state: 'queued' | 'sending' | 'refused' | 'waiting-for-sign-in'
  attempts: number
  /** Not before this time, in ms. */
  next_at: number
  /** Who sends it now and until when (ms) nobody else may. */
  lease: { tab: string; until: number } | null
  error: { code: string; message: string } | null
  /** An attempt may have reached the server, and no answer came: the message may have arrived. */
  unconfirmed: boolean
  /** Of a refused message: the time of the thread's last message at that moment, by the server's clock. */
  refused_after?: string
  /** MU10: an edit. The message of this id may have arrived, and is taken back before this one is sent. */
  replaces?: string
}

export interface MessageBody {
  id: string
  client_id: string
  content: string
  card?: MessageCard
  /** The file it goes with, once that is kept on the server. */
  attachment_url?: string
  /** A file on this device that goes first; `key` is its row. It does not travel in the message. */
  file?: { key: string } & Pick<FileRow, 'name' | 'type' | 'size'>
}

export interface ReadBody {
  id: string
  read_to: string
}

/** What a person did and the server has not yet acknowledged. */
export type OutboxEntry = OutboxState &
  (
    | { kind: 'messages.send'; body: MessageBody }
    /** MU8: the person does not want this message any more, and it may have arrived. */
    | { kind: 'messages.take_back'; body: MessageBody }
    | { kind: 'threads.read'; body: ReadBody }
  )
