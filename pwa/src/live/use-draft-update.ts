// The hook that updates the draft of the client's own thread. The composer reads this draft.
import { useCallback } from 'react'

import { withReopen } from '../db/open'
import type { DraftRow } from '../db/rows/outbox'
import { useLive, useSyncStatus } from './live'

type Update = (draft: DraftRow) => DraftRow

/**
 * Returns a function that replaces the draft with the result of `update`. Null for admins, and until the
 * user's role is known.
 */
export function useDraftUpdate(): ((update: Update) => Promise<void>) | null {
  const { replica } = useLive()
  const { client_id, role } = useSyncStatus()
  const thread = role === 'client' ? client_id : null
  const store = useCallback(
    async (update: Update) => {
      if (thread === null) return
      await withReopen(replica, () =>
        replica.transaction('rw', replica.drafts, async () => {
          const draft = (await replica.drafts.get(thread)) ?? { id: thread, text: '' }
          await replica.drafts.put(update(draft))
        }),
      )
    },
    [replica, thread],
  )
  return thread === null ? null : store
}
