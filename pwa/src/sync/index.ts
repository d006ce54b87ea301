// The front door of sync: what features and the app may use. See platform/sync/PROTOCOL.md.
import type { MessageBody, ReadBody } from '../db/rows'
import type { Replica } from '../db/schema'

export type Link =
  | { is: 'live' }
  | { is: 'catching-up'; behind: number }
  | { is: 'connecting' }
  | { is: 'offline'; since: string }
  | { is: 'outdated' }
  | { is: 'locked' }
  | { is: 'signed-out' }

export interface SyncStatus {
  link: Link
  /** ISO time at which this device was last known up to date. */
  as_of: string | null
  /** Messages not yet acknowledged (queued, sending, waiting for sign-in); read markers are not counted. */
  waiting: number
  /** Messages the server refused. */
  refused: number
  /** From the last contact, kept on the device: known offline too. */
  role: 'admin' | 'client' | null
  client_id: string | null
  name: string | null
}

export type NewEntry =
  | { kind: 'messages.send'; body: MessageBody }
  | { kind: 'threads.read'; body: ReadBody }

export interface SyncOptions {
  userId: string
  replica: Replica
  /** This build, e.g. "2026.11.1"; the server may ask for a newer one. */
  build: string
}

export interface SyncHandle {
  status: { get(): SyncStatus; subscribe(fn: () => void): () => void }
  /**
   * Accept something a person did: it is stored before this resolves and sent when it can be. `body.id` of a
   * message is its final id (uuid7). A draft of the thread with the same text goes in the same transaction.
   * A read marker replaces a queued one of the same thread.
   */
  enqueue(entry: NewEntry): Promise<void>
  /** Send an entry again now. */
  retry(id: string): Promise<void>
  /** Change a waiting message and send it; it gets a new id if the server may have seen the old one. */
  edit(id: string, content: string): Promise<void>
  /** Drop an entry for good. `edit` and `discard` reject with `BeingSent` while it is on its way. */
  discard(id: string): Promise<void>
  /** Keep a thread's messages on this device and load the newest ones; offline they are loaded at the next contact. */
  holdThread(clientId: string): Promise<void>
  /** Load one older page of a held thread. 'start' when nothing older exists. Rejects with `Unreachable`. */
  loadOlder(clientId: string): Promise<'more' | 'start'>
  /** Send everything waiting now, whatever its back-off. Resolves when each was tried once. */
  flushNow(): Promise<void>
  /** Let go of socket, timers and locks. Nothing touches the replica after this resolves. */
  stop(): Promise<void>
}

/** Start syncing a signed-in person's replica. Never waits for the network. */
export declare function startSync(options: SyncOptions): SyncHandle
