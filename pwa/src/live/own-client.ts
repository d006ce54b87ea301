// The hook for the signed-in client's own row.
import type { ClientRow } from '../db/rows/clients'
import { clientStream } from '../db/streams'
import { useMember, sharedRows } from './view'

export type OwnClient =
  | { is: 'loading' }
  /** This account belongs to no client. */
  | { is: 'no-client' }
  /** The stream is loaded, but the row does not exist. */
  | { is: 'missing' }
  | { is: 'failed'; retry: () => void }
  | { is: 'ready'; client: ClientRow }

/** The own client's row. Always `no-client` for admins. */
export function useOwnClient(): OwnClient {
  const member = useMember()
  const row = useRow(member.is === 'ready' ? member.client_id : null)
  if (member.is === 'ready' && member.client_id === null) return { is: 'no-client' }
  if (row.is !== 'ready') return row
  return row.client === undefined ? { is: 'missing' } : { is: 'ready', client: row.client }
}

const useRow = sharedRows(
  clientStream,
  async (replica, clientId) => ({ client: await replica.clients.get(clientId) }),
  ({ client }) => client !== undefined,
)
