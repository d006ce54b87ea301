// Hook for the requests of a client's menu that open no dialog: scan now, and end the snooze.
import { useCallback } from 'react'

import type { ClientRow } from '../../../db/rows/clients'
import { scanNow, snooze } from '../remote'
import type { Notice } from '../dashboard-notice'

interface ClientRequests {
  scan: (client: ClientRow) => Promise<void>
  endSnooze: (client: ClientRow) => Promise<void>
}

/** Clears the notice, then sets it to the request's result: an error text, or the requested scan. */
export function useClientRequests(setNotice: (notice: Notice | null) => void): ClientRequests {
  const scan = useCallback(
    async (client: ClientRow) => {
      setNotice(null)
      const reply = await scanNow(client.id)
      setNotice('rejected' in reply ? reply.rejected.message : { client, requestedAt: reply.value.asked_at })
    },
    [setNotice],
  )
  const endSnooze = useCallback(
    async (client: ClientRow) => {
      setNotice(null)
      const reply = await snooze(client.id, null)
      if ('rejected' in reply) setNotice(reply.rejected.message)
    },
    [setNotice],
  )
  return { scan, endSnooze }
}
