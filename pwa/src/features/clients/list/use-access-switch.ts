// Hook that switches clients' access at once and offers Undo for ten seconds.
import { useCallback } from 'react'

import { numberText } from '../../../lib/text/numbers'
import type { ClientRow } from '../../../db/rows/rows'
import { useToasts } from '../../../ui/feedback/toast'
import { setAccess } from '../actions'

const BACK_MS = 10_000

export function useAccessSwitch(
  showMessage: (text: string | null) => void,
): (clients: readonly ClientRow[], status: 'active' | 'inactive') => void {
  const toasts = useToasts()
  return useCallback(
    (clients, status) => {
      const work = async () => {
        showMessage(null)
        const { error, revert } = await setAccess(clients, status)
        if (error !== null) {
          showMessage(error.message)
          return
        }
        const subject =
          clients.length === 1 ? (clients[0]?.company_name ?? '') : `${numberText(clients.length)} clients`
        const undo = async () => {
          showMessage(null)
          const failed = await revert()
          if (failed !== null) showMessage(failed.message)
        }
        const title = `${subject} ${status === 'active' ? 'activated' : 'deactivated'}`
        const id = toasts.show({
          tone: 'success',
          title,
          sticky: true,
          action: { label: 'Undo', run: () => void undo() },
        })
        setTimeout(() => toasts.dismiss(id), BACK_MS)
      }
      void work()
    },
    [showMessage, toasts],
  )
}
