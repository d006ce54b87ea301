// Rows that only admins receive.
import type { Streamed, WireRow } from './rows'

export interface AttentionReason {
  code: string
  points: number
  text: string
  /** When the reason began; the screen shows its age after the text. */
  since: string | null
}

/**
 * The point up to which admins have marked a thread as needing no answer. The row's id is the client's id.
 */
export interface ResolutionRow extends WireRow, Streamed {
  /** The time of the last message that needs no answer; null after an undo. */
  resolved_created_at: string | null
  resolved_at: string | null
  resolved_by: string
}

/** Why a client needs attention. The row's id is the client's id. */
export interface AttentionRow extends WireRow, Streamed {
  reasons: AttentionReason[]
  points: number
  snoozed_until: string | null
  snoozed_by: string
}
