// What the replica stores about its own state: positions in streams, held threads, deleted rows.

/** This device's position in a stream. `loading` is set until the first load is complete. */
export interface StreamRow {
  s: string
  e: string
  cursor: number
  /** The id of the change with the number `cursor`; empty at 0. */
  at: string
  mode: 'loading' | 'ready'
  /** The id of the first load. A page requested before a reset does not fit the rows of the next load. */
  load: string
  loading: Loading | null
  /** BO8: the position of the last page of the first load. Missing if the server sent none. */
  seen?: { c: number; at: string } | undefined
}

export interface Loading {
  /** The tables that are still to be read. The first one continues after the row id `after`. */
  tables: string[]
  after: string | null
  /** Rows stored before the load that no page has contained so far: table, id and version. */
  unsure: [tbl: string, id: string, v: number][]
}

export interface MetaRow {
  k: string
  value: string | number | null
}

/**
 * A thread whose messages this device stores. `from` is "<created_at>|<id>" of the oldest stored one,
 * null if the thread is stored from its start. While `ready` is false, the newest page is not stored yet.
 */
export interface HeldRow {
  client_id: string
  from: string | null
  opened_at: number
  ready: boolean
}

/** A row that a stream has deleted. It prevents a late page from restoring the row. `at` in ms. */
export interface TombstoneRow {
  s: string
  tbl: string
  id: string
  v: number
  at: number
}
