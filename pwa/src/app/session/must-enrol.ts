// Checks whether the server rejects a valid session's token because it requires a second factor that the
// admin does not have.
import { ownApi as api } from '../../api/client'

/** True if the server requires a second factor. Rejects with `NoAnswer`. */
export async function mustEnrol(): Promise<boolean> {
  const { error } = await api.GET('/rest/v1/clients')
  return error?.code === 'second_factor_required'
}
