// The browser's services that sync uses.
import { type Access, accessToken, subscribeSession } from '../api/auth/auth'
import { serverResponds } from '../api/server-responds'
import type { Replica } from '../db/schema'
import type { Endpoints } from './protocol/endpoints'
import { httpEndpoints } from './connection/http-endpoints'
import { browserPage, registerBackgroundSync, type PageState } from './tabs/page-events'
import { openSocket, type OpenSocket } from './connection/socket'
import type { Locks } from './tabs/locks'

/** The external services of sync; tests pass fakes. */
export interface SyncEnvironment {
  endpoints: Endpoints
  openSocket: OpenSocket
  /** Whether a plain HTTP request gets a response from our server. */
  serverResponds: () => Promise<boolean>
  token: (rejected?: string) => Promise<Access>
  subscribeSession: typeof subscribeSession
  locks: Locks | null
  page: PageState
  random: () => number
  /** BG1: makes the service worker send the outbox when there is a network, even if no page is open. */
  registerBackgroundSync: () => void
}

export function browserEnvironment(replica: Replica): SyncEnvironment {
  const locks = 'locks' in navigator ? navigator.locks : null
  return {
    endpoints: httpEndpoints(replica.userId),
    openSocket,
    serverResponds,
    token: (rejected) => accessToken(rejected, replica.userId),
    subscribeSession,
    locks,
    page: browserPage,
    random: Math.random,
    registerBackgroundSync,
  }
}
