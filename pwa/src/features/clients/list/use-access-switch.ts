// Hook that switches clients' access at once and offers Undo for ten seconds.
import { useCallback } from 'react'

import { numberText } from '../../../lib/text/numbers'
import type { ClientRow } from '../../../db/rows/clients'
import { setAccess } from '../actions'
import { useUndoToast } from '../use-undo-toast'

export function useAccessSwitch(
  showMessage: (text: string | null) => void,
): (clients: readonly ClientRow[], status: 'active' | 'inactive') => void {
  const offerUndo = useUndoToast()
  return useCallback(
    (clients, status) => {
      const work = async () => {
        showMessage(null)
        const { error, switched, revert } = await setAccess(clients, status)
        if (error !== null) {
          showMessage(error.message)
          if (switched.length === 0) return
        }
        const shown = error === null ? clients : switched
        const subject =
          shown.length === 1 ? (shown[0]?.company_name ?? '') : `${numberText(shown.length)} clients`
        const undo = async () => {
          showMessage(null)
          const failed = await revert()
          if (failed !== null) showMessage(failed.message)
        }
        offerUndo(`${subject} ${status === 'active' ? 'activated' : 'deactivated'}`, undo)
      }
      void work()
    },
    [showMessage, offerUndo],
  )
}
