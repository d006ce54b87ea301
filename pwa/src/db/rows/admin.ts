// Rows that only the provider's desk has.
import type { Streamed, WireRow } from './rows'

export interface AttentionReason {
  code: string
  points: number
  text: string
  /** An age follows the text. */
  since: string | null
}

/** Why a client wants attention; its id is the client's. */
export interface AttentionRow extends WireRow, Streamed {
  reasons: AttentionReason[]
  points: number
  snoozed_until: string | null
  snoozed_by: string
}
