// Asking about a figure: it is put into the draft of the person's thread, where the composer finds it.
import { useCallback } from 'react'

import { healing } from '../db/open'
import type { MessageCard } from '../db/rows/rows'
import { useLive, useSyncStatus } from './live'

/** Null where there is nobody to ask: for admins, and until it is known whose screen this is. */
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
