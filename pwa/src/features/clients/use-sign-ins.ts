// Hook that keeps current when each admin was last active, and who has a second factor.
import { useRef, useState } from 'react'

import { iso, serverNow } from '../../lib/time/clock'
import { onResponse } from '../../lib/time/slow-response'
import { useRefetch } from '../../live/use-refetch'
import { type AdminSignIn, fetchAdminSignIns, LATE } from './remote'

export interface SignIns {
  byUser: ReadonlyMap<string, AdminSignIn>
  /** The time of the last response; null before it. */
  readAt: string | null
  /** Whether the last request failed, so that `byUser` may be outdated. */
  isOutdated: boolean
}

const NOTHING: SignIns = { byUser: new Map(), readAt: null, isOutdated: false }

export function useSignIns(): SignIns & { reload: () => void } {
  const [signIns, setSignIns] = useState(NOTHING)
  const isPending = useRef(false)
  const reload = () => {
    if (isPending.current) return
    isPending.current = true
    onResponse(
      fetchAdminSignIns().finally(() => (isPending.current = false)),
      (reply) =>
        setSignIns((before) =>
          'value' in reply
            ? {
                byUser: new Map(reply.value.rows.map((row) => [row.user_id, row])),
                readAt: iso(serverNow()),
                isOutdated: false,
              }
            : { ...before, isOutdated: true },
        ),
      LATE,
    )
  }
  useRefetch(reload)
  return { ...signIns, reload }
}
