// Hook that ends a client's wait without an answer, and offers Undo for ten seconds.
import { useCallback } from 'react'

import type { DirectoryEntry } from '../../live/directory/use-directory'
import { resolveThread } from '../../live/directory/resolve'
import { useLive } from '../../live/live'
import { useUndoToast } from './use-undo-toast'

const NOT_SAVED = 'Not saved. Please try again.'

export function useEndWait(showMessage: (text: string | null) => void): (entry: DirectoryEntry) => void {
  const { sync } = useLive()
  const offerUndo = useUndoToast()
  return useCallback(
    (entry) => {
      const save = (isResolved: boolean) =>
        resolveThread(sync, entry, isResolved).catch(() => showMessage(NOT_SAVED))
      showMessage(null)
      void save(true)
      offerUndo(`${entry.client.company_name}: no answer needed`, () => save(false))
    },
    [sync, offerUndo, showMessage],
  )
}
