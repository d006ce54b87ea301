// The registry of sync. Features register their kinds of outbox entry and their thread table (CL4). Sync
// itself names no table, endpoint or field of a feature. src/synced contains the list, and every entry point
// registers it.
import type { Collection, Table } from 'dexie'

import type { OutboxEntry } from '../db/rows/outbox'
import type { Streamed, WireRow } from '../db/rows/rows'
import type { Replica } from '../db/schema'
import type { Answer, Page } from './protocol/endpoints'

export type EntryKind = OutboxEntry['kind']
export type EntryOf<K extends EntryKind> = Extract<OutboxEntry, { kind: K }>
/** A user's action, before it is stored. */
export type NewEntry = { [K in EntryKind]: Pick<EntryOf<K>, 'kind' | 'body'> }[EntryKind]

/**
 * How the entries of a kind react to the user and to a take-back. The functions from `retry` to `takenBack`
 * are pure and return the same entry if nothing changes. Sync sets the entry's state and times.
 */
export interface EntryActions<E extends OutboxEntry = OutboxEntry> {
  /** True if an entry takes back the row with its id (MU8). */
  isTakeBack: boolean
  /** The client whose stream contains the row in the server's response. */
  clientOf(body: E['body']): string
  /** The entry to send again; `id` is for an entry that needs a new id. */
  retry(entry: E, id: string): OutboxEntry
  edit(entry: E, id: string, text: string): OutboxEntry
  discard(entry: E): OutboxEntry | 'gone'
  /** The server has taken back this entry's row, or the row that `replaces` names. */
  takenBack(entry: E): OutboxEntry | 'gone'
  /** The tables that `move` accesses. */
  tables(replica: Replica): Table[]
  /** Runs in the transaction that gives an entry another id. */
  move?(replica: Replica, from: E, to: OutboxEntry): Promise<void>
  /** The time of the newest row now. A screen shows a refused entry after that row. */
  newestAt?(replica: Replica, body: E['body']): Promise<string>
}

/** One kind of outbox entry. Its other functions, in `EntryActions` and `Requests`, load on demand. */
export interface OutboxKind<E extends OutboxEntry = OutboxEntry> {
  /** True for the user's own work. The status counts it, and ST3 applies to it. */
  isWork: boolean
  /** True if a new entry replaces the waiting ones of its partition. */
  replacesWaiting?: boolean
  /** The table of the row in the server's response. */
  table: string
  /** The id of a new entry: the id of its row, if the entry creates or removes one. */
  idOf(body: E['body']): string
  /** MU6: entries of one partition are sent one at a time, in the order in which they were written. */
  partitionOf(body: E['body']): string
  /**
   * MU5: whether a received row with the entry's id confirms the entry. Without this function, only a
   * response confirms it.
   */
  isConfirmedBy?(row: WireRow): boolean
  /** The tables that `store` accesses. */
  tables?(replica: Replica): Table[]
  /** Runs in the transaction that stores a new entry. If it returns false, the entry is not stored. */
  store?(replica: Replica, body: E['body']): Promise<boolean>
  /** The number of actions of this kind that are stored elsewhere until they can enter the outbox. */
  unqueued?(replica: Replica): Promise<number>
}

/**
 * CL4: the table from which a device stores only the rows of held threads. A thread's name is its client's
 * id.
 */
export interface ThreadTable<R extends WireRow = WireRow> {
  name: string
  threadOf(row: R): string
  /** The place of a row in its thread, as a text that sorts in the thread's order. */
  placeOf(row: R): string
}

/** The access to the stored pages of a thread. */
export interface ThreadPages<R extends WireRow = WireRow> {
  /**
   * BO4: the number of rows in the first load of a client's stream. A thread with fewer rows has no older
   * ones.
   */
  firstRows: number
  /** The stored rows of a thread in order; with `before`, only the rows before that place. */
  rowsOf(replica: Replica, thread: string, before?: string): Collection<R & Streamed, string>
}

/** The requests of the registered kinds and of the thread table. */
export interface Requests {
  /**
   * Sends the next request of an entry. If the entry has `replaces`, the next request takes back the row that
   * `replaces` names. When `signal` aborts, an upload before that request ends.
   */
  send: (entry: OutboxEntry, signal?: AbortSignal) => Promise<Answer<WireRow | null>>
  /** BO4: the page of a thread before a place, or its newest page. */
  olderRows: (thread: string, before: string | null, limit: number) => Promise<Answer<Page>>
}

/** The part of the registry that loads on demand. */
interface Actions {
  entries: Record<EntryKind, EntryActions>
  threadPages: ThreadPages
}

interface Registry {
  kinds: Record<EntryKind, OutboxKind>
  threadTable: ThreadTable
  actions: () => Promise<Actions>
}
let registered: Registry
let actions: Actions | undefined

/** Registers what the features sync. Every entry point calls this before it uses sync. */
export function register(features: Registry): void {
  registered = features
}

export function kindOf({ kind }: { kind: EntryKind }): OutboxKind {
  return registered.kinds[kind]
}

/**
 * Loads the actions. Call it before a transaction, because a transaction would end while the actions load.
 */
export async function loadActions(): Promise<Actions> {
  return (actions ??= await registered.actions())
}

/** The actions of an entry, after `loadActions`. */
export function actionsOf({ kind }: OutboxEntry): EntryActions {
  if (!actions) throw new Error('Call loadActions first.')
  return actions.entries[kind]
}

export function allKinds(): OutboxKind[] {
  return Object.values(registered.kinds)
}

export function threadTable(): ThreadTable {
  return registered.threadTable
}
