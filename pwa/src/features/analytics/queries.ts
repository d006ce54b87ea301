// Queries for connections and figures in the replica.
import type { ConnectionRow, SnapshotRow } from '../../db/rows/analytics'
import type { ClientRow } from '../../db/rows/clients'
import type { Replica } from '../../db/schema'

/** The key in the replica's `meta` that stores whether this installation can connect Google: 1 or 0. */
export const OFFERED = 'google_offered'

export interface Sources {
  client: ClientRow | undefined
  analytics: ConnectionRow | undefined
  searchConsole: ConnectionRow | undefined
  snapshot: SnapshotRow | undefined
  /** Google Analytics is connected. */
  hasProperty: boolean
  /** Null until the server has responded once. */
  isOffered: boolean | null
}

export async function sourcesOf(replica: Replica, clientId: string): Promise<Sources> {
  const [client, connections, snapshot, offered] = await Promise.all([
    replica.clients.get(clientId),
    replica.connections.where('client_id').equals(clientId).toArray(),
    replica.ga_snapshots.where('client_id').equals(clientId).first(),
    replica.meta.get(OFFERED),
  ])
  return {
    client,
    analytics: connections.find((row) => row.source_type === 'google_analytics'),
    searchConsole: connections.find((row) => row.source_type === 'google_search_console'),
    snapshot,
    hasProperty: (client?.ga4_property_id ?? null) !== null,
    isOffered: offered === undefined ? null : offered.value === 1,
  }
}
