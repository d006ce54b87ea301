// CL14: rows from a response that their stream has not delivered yet.
import type { Streamed, WireRow } from './rows'

/** Marks a row that a response brought before its stream did, and holds the row that it replaced. */
export interface ProvisionalRow {
  s: string
  tbl: string
  id: string
  /** The counter `round` at the response. It grows with each connection and each time all is up to date. */
  round: number
  before: (WireRow & Streamed) | null
}
