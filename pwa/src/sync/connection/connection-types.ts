// The interface of a connection: its parameters and its methods.
import type { Access } from '../../api/auth/auth'
import type { Replica } from '../../db/schema'
import type { Endpoints } from '../protocol/endpoints'
import type { EphemeralItem, OutgoingItem } from '../protocol/protocol'
import type { Event, Session } from './session-types'
import type { OpenSocket } from './socket'

export interface ConnectionParts {
  userId: string
  replica: Replica
  build: string
  tab: string
  endpoints: Endpoints
  openSocket: OpenSocket
  /** Returns a valid token of this user. If the server rejected the token `rejected`, returns a new one. */
  token: (rejected?: string) => Promise<Access>
  random: () => number
  online: boolean
  visible: boolean
  /** Called after each event with the new session. */
  onChange: (session: Session) => void
  /** Called when the server has answered `hello`, which proves that there is a network. */
  onServerReached: () => void
  /** Called when all streams are up to date. */
  onUpToDate: () => void
  /** Called with ephemeral items: typing, presence, parts of replies. */
  onEphemeral: (items: EphemeralItem[]) => void
}

export interface Connection {
  dispatch(event: Event): void
  /**
   * Reconnects and loads again, without waiting for a hanging load. If two loads then run, the result of the
   * slower one is dropped.
   */
  reconnect(): void
  /** Sends an ephemeral item. Does nothing without a connection or a server that supports it (EP8). */
  send(item: OutgoingItem): void
  /** Resolves when no work of the connection accesses the replica any more. */
  stop(): Promise<void>
}
