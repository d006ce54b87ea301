// The signed-in client's own row. Where it cannot be read the screen stands without it.
import type { ClientRow } from '../db/rows'
import { noted, shared, useSyncStatus } from './live'

export type OwnClient =
  | { is: 'loading' }
  /** This account belongs to no client. */
  | { is: 'nobody' }
  /** Everything is loaded, and the row is not there. */
  | { is: 'missing' }
  /** Nothing is stored here, and nothing can be loaded. */
  | { is: 'failed' }
  | { is: 'ready'; client: ClientRow }

/** Of admins always `nobody`. */
export function useOwnClient(): OwnClient {
  const { client_id, role, link } = useSyncStatus()
  const stored = useRow(client_id)
  if (role !== null && client_id === null) return { is: 'nobody' }
  if (stored?.client !== undefined) return { is: 'ready', client: stored.client }
  if (stored?.isLoaded === true) return { is: 'missing' }
  return link.is === 'offline' ? { is: 'failed' } : { is: 'loading' }
}

const [useRow] = shared(async (replica, clientId) => {
  const found = await noted(Promise.all([replica.clients.get(clientId), replica.streams.get(`c:${clientId}`)]))
  return { client: found?.[0], isLoaded: found?.[1]?.mode === 'ready' }
})
