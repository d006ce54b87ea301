// CL14: what is known of a row until its stream tells of it.
import type { Streamed, WireRow } from './rows'

/** A row that an answer brought and its stream has not told yet, and what it replaced. */
export interface ProvisionalRow {
  s: string
  tbl: string
  id: string
  /** How often the device had been up to date by then. */
  round: number
  before: (WireRow & Streamed) | null
}
