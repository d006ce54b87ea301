// The rows of what a client has connected, and of the figures of Google Analytics.
import type { Streamed, WireRow } from './rows'

export type SourceType = 'google_analytics' | 'google_search_console' | 'facebook_ads'
export type SourceStatus = 'connected' | 'not_connected' | 'no_account' | 'coming_soon' | 'error'

/** A data source of the client's; a source without a row has never been touched. */
export interface ConnectionRow extends WireRow, Streamed {
  user_id: string
  client_id: string
  source_type: SourceType
  status: SourceStatus
  connected_account: string | null
  connected_property: string | null
  last_sync: string | null
  /** Why the last reading brought nothing, or not everything; empty if it did. */
  error: string
  created_at: string
  updated_at: string
}

/** What Google Analytics said of the last 30 complete days, each part with the time it did; null is no data, not zero. */
export interface SnapshotRow extends WireRow, Streamed {
  client_id: string
  property_id: string
  total_users: number | null
  new_users: number | null
  sessions: number | null
  engaged_sessions: number | null
  /** Per cent, one decimal. */
  bounce_rate: number | null
  /** Seconds. */
  avg_engagement_time: number | null
  conversions: number | null
  totals_as_of: string | null
  /** Days (`2026-11-20`), oldest first. */
  session_trend: [string, number][] | null
  trend_as_of: string | null
  /** `google / organic`, most sessions first. */
  traffic_sources: [string, number][] | null
  sources_as_of: string | null
}
