// What all rows from the server have in common.

/** A row as the server sends it: its id and the version that grows with each write. */
export interface WireRow {
  id: string
  v: number
}

/** The streams that delivered a stored row. The row is deleted with the last of these streams. */
export interface Streamed {
  _s: string[]
}
