// The rows of a user's notifications, push subscriptions and notification preferences.
import type { Streamed, WireRow } from './rows'

/**
 * A user's notification with one tag. It is sent, then shown, then opened. The next event with this tag
 * starts this sequence again.
 */
export interface NoticeRow extends WireRow, Streamed {
  user_id: string
  side: 'client' | 'provider'
  client_id: string | null
  kind: 'message' | 'report' | 'test'
  /** `scan` for the end of a scan, whose kind is `report`. */
  tag: string
  title: string
  body: string
  /** The path in the app that the notification opens. */
  path: string
  /** How often the notification was sent in total, and how often since it was last opened. */
  n: number
  count: number
  told_at: string
  pushed_at: string | null
  shown_at: string | null
  opened_at: string | null
  mailed_at: string | null
  /** Set when the user has opened nothing for two days; admins receive this row from then on. */
  unreached_at: string | null
}

/** A browser with a push subscription. */
export interface PushDeviceRow extends WireRow, Streamed {
  /** SHA-256 of the subscription's endpoint; a browser recognizes its own row by it. */
  fingerprint: string
  user_agent: string
  /** Why the last push failed; empty if it succeeded. */
  trouble: string
  added_at: string
  checked_at: string
  shown_at: string | null
}

/**
 * A user's notification preferences. The row's id is the user's id. The quiet hours are in minutes of the
 * day.
 */
export interface PreferencesRow extends WireRow, Streamed {
  messages: boolean
  reports: boolean
  is_quiet: boolean
  quiet_from: number
  quiet_to: number
  /** IANA time zone; empty for the provider's. */
  zone: string
}
