// Hook that reads when each admin was last active, and who has a second factor.
import { useEffect, useState } from 'react'

import { onResponse } from '../../lib/time/slow-response'
import { type AdminSignIn, fetchAdminSignIns, LATE } from './remote'

/** By user id. */
export type SignIns = ReadonlyMap<string, AdminSignIn>

/** The admins' sign-ins, read anew for each `round`; undefined until then, and without a connection. */
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
