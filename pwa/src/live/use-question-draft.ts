// Puts a figure that the client asks about into the draft of their thread. The composer reads it from there.
import { useCallback } from 'react'

import { healing } from '../db/open'
import type { MessageCard } from '../db/rows/rows'
import { useLive, useSyncStatus } from './live'

/** A function that stores the question's card; null for admins, and until the user's role is known. */
export function useAsking(): ((card: MessageCard) => Promise<void>) | null {
  const { replica } = useLive()
  const { client_id, role } = useSyncStatus()
  const thread = role === 'client' ? client_id : null
  const ask = useCallback(
    async (card: MessageCard) => {
      if (thread === null) return
      await healing(replica, () =>
        replica.transaction('rw', replica.drafts, async () => {
          const text = (await replica.drafts.get(thread))?.text ?? ''
          await replica.drafts.put({ id: thread, text, card })
        }),
      )
    },
    [replica, thread],
  )
  return thread === null ? null : ask
}
