// The rows of a client's data sources, and of the figures from Google Analytics.
import type { Streamed, WireRow } from './rows'

export type SourceType = 'google_analytics' | 'google_search_console' | 'facebook_ads'
export type SourceStatus = 'connected' | 'not_connected' | 'no_account' | 'coming_soon' | 'error'

/** A client's data source. A source that was never connected has no row. */
export interface ConnectionRow extends WireRow, Streamed {
  user_id: string
  client_id: string
  source_type: SourceType
  status: SourceStatus
  connected_account: string | null
  connected_property: string | null
  last_sync: string | null
  /** Why the last fetch failed, wholly or partly; empty if it succeeded. */
  error: string
  created_at: string
  updated_at: string
}

/** The totals of a period. Null is no data, not zero. */
export interface Totals {
  total_users: number | null
  new_users: number | null
  sessions: number | null
  engaged_sessions: number | null
  /** Per cent, one decimal. */
  bounce_rate: number | null
  /** Seconds. */
  avg_engagement_time: number | null
  conversions: number | null
}

/**
 * The Google Analytics figures of the last 30 complete days. `*_as_of` is the time at which a part was
 * fetched. `previous_*` are the same figures of the 30 days before: null if they cannot be compared, missing
 * in rows that were stored before the server sent these fields.
 */
export interface SnapshotRow extends WireRow, Streamed, Totals {
  client_id: string
  property_id: string
  previous_totals?: Totals | null
  totals_as_of: string | null
  /** Days (`2026-11-20`), oldest first. */
  session_trend: [string, number][] | null
  previous_trend?: [string, number][] | null
  trend_as_of: string | null
  /** `google / organic`, most sessions first. */
  traffic_sources: [string, number][] | null
  /** The entries of the previous period with the same names, where known. */
  previous_sources?: [string, number][] | null
  sources_as_of: string | null
}
