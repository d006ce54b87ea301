// Hook that loads when each admin was last active, and whether they have a second factor.
import { useEffect, useState } from 'react'

import { onResponse } from '../../lib/time/slow-response'
import { type AdminSignIn, fetchAdminSignIns, LATE } from './remote'

/** By user id. */
export type SignIns = ReadonlyMap<string, AdminSignIn>

/** The admins' sign-ins, loaded again for each new `round`; undefined until they arrive. */
export function useSignIns(round: number): SignIns | undefined {
  const [signIns, setSignIns] = useState<SignIns>()
  useEffect(
    () =>
      onResponse(
        fetchAdminSignIns(),
        (reply) => {
          if ('value' in reply) setSignIns(new Map(reply.value.rows.map((row) => [row.user_id, row])))
        },
        LATE,
      ),
    [round],
  )
  return signIns
}
