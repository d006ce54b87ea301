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
      const save = async (isResolved: boolean) => {
        showMessage(null)
        try {
          await resolveThread(sync, entry, isResolved)
          if (isResolved) offerUndo(`${entry.client.company_name}: no answer needed`, () => save(false))
        } catch {
          showMessage(NOT_SAVED)
        }
      }
      void save(true)
    },
    [sync, offerUndo, showMessage],
  )
}
