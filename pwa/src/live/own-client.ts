// The signed-in client's own row. Screens are shown without it if it cannot be read.
import type { ClientRow } from '../db/rows/rows'
import { useMember, sharedRows } from './view'

export type OwnClient =
  | { is: 'loading' }
  /** This account belongs to no client. */
  | { is: 'no-client' }
  /** Everything is loaded, and the row is not there. */
  | { is: 'missing' }
  | { is: 'failed'; retry: () => void }
  | { is: 'ready'; client: ClientRow }

/** The own client's row; always `nobody` for admins. */
export function useOwnClient(): OwnClient {
  const member = useMember()
  const row = useRow(member.is === 'ready' ? member.client_id : null)
  if (member.is === 'ready' && member.client_id === null) return { is: 'no-client' }
  if (row.is !== 'ready') return row
  return row.client === undefined ? { is: 'missing' } : { is: 'ready', client: row.client }
}

const useRow = sharedRows(
  (clientId) => `c:${clientId}`,
  async (replica, clientId) => ({ client: await replica.clients.get(clientId) }),
  ({ client }) => client !== undefined,
)
