// Puts a figure that the client asks about into the draft of their thread. The composer reads it from there.
import { useCallback } from 'react'

import { withReopen } from '../db/open'
import type { MessageCard } from '../db/rows/rows'
import { useLive, useSyncStatus } from './live'

/** A function that stores the question's card; null for admins, and until the user's role is known. */
export function useQuestionDraft(): ((card: MessageCard) => Promise<void>) | null {
  const { replica } = useLive()
  const { client_id, role } = useSyncStatus()
  const thread = role === 'client' ? client_id : null
  const storeQuestion = useCallback(
    async (card: MessageCard) => {
      if (thread === null) return
      await withReopen(replica, () =>
        replica.transaction('rw', replica.drafts, async () => {
          const text = (await replica.drafts.get(thread))?.text ?? ''
          await replica.drafts.put({ id: thread, text, card })
        }),
      )
    },
    [replica, thread],
  )
  return thread === null ? null : storeQuestion
}
