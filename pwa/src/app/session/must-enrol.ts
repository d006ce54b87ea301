// Why the server takes no token of a session that goes on: it may want a second factor of an admin who has none.
import { ownApi as api } from '../../api/client'

/** Rejects with `NoAnswer`. */
export async function mustEnrol(): Promise<boolean> {
  const { error } = await api.GET('/rest/v1/clients')
  return error?.code === 'second_factor_required'
}
