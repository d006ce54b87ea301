// CL14: rows from a response that their stream has not delivered yet.
import type { Streamed, WireRow } from './rows'

/** Marks a row that a response brought before its stream did, and holds the row that it replaced. */
export interface ProvisionalRow {
  s: string
  tbl: string
  id: string
  /** How many times the device had become up to date when the response came. */
  round: number
  before: (WireRow & Streamed) | null
}
