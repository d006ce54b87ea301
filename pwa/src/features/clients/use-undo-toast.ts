// Hook that confirms an action in a toast with Undo, for ten seconds.
import { useCallback } from 'react'

import { useToasts } from '../../ui/feedback/toast'

const UNDO_MS = 10_000

export function useUndoToast(): (title: string, undo: () => Promise<void>) => void {
  const toasts = useToasts()
  return useCallback(
    (title, undo) => {
      const action = { label: 'Undo', run: () => void undo() }
      const id = toasts.show({ tone: 'success', title, sticky: true, action })
      setTimeout(() => toasts.dismiss(id), UNDO_MS)
    },
    [toasts],
  )
}
