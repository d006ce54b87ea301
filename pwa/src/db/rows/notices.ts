// The rows of what a person is told, of the devices that get their pushes, and of how they want to be told.
import type { Streamed, WireRow } from './rows'

/** What one person is told under one tag. It goes from told to shown to opened; told again, it begins anew. */
export interface NoticeRow extends WireRow, Streamed {
  user_id: string
  side: 'client' | 'provider'
  client_id: string | null
  kind: 'message' | 'report' | 'test'
  tag: string
  title: string
  body: string
  /** The app's address that it leads to. */
  path: string
  /** How often it was told; and how often since it was opened. */
  n: number
  count: number
  told_at: string
  pushed_at: string | null
  shown_at: string | null
  opened_at: string | null
  mailed_at: string | null
  /** Its person has opened nothing for two days; admins have this row too then. */
  unreached_at: string | null
}

/** A browser that gets pushes. */
export interface PushDeviceRow extends WireRow, Streamed {
  /** SHA-256 of the address of its push service: by this a browser knows its own row. */
  fingerprint: string
  user_agent: string
  /** Why the last push did not get there; empty if it did. */
  trouble: string
  added_at: string
  checked_at: string
  shown_at: string | null
}

/** How a person wants to be told; its id is the person's. The hours are minutes of the day. */
export interface WishesRow extends WireRow, Streamed {
  messages: boolean
  reports: boolean
  is_quiet: boolean
  quiet_from: number
  quiet_to: number
  /** IANA; empty for the provider's. */
  zone: string
}
