// CL14: the record of a row that a response has delivered and its stream has not yet.
import type { Streamed, WireRow } from './rows'

/** Marks a row that a response delivered before its stream. `before` is the row that it replaced. */
export interface ProvisionalRow {
  s: string
  tbl: string
  id: string
  /**
   * The counter `round` at the response. It grows with each connection, and each time the device is up to
   * date.
   */
  round: number
  before: (WireRow & Streamed) | null
}
