// Runs an action that requires a recent proof of identity: at once if there is one, else after the dialog.
import { type ReactNode, useState } from 'react'

import { hasRecentProof } from '../actions'
import { ConfirmIdentity } from './confirm-identity'

/** `withProof` runs `act` at once or after the dialog. The caller must render `dialog`. */
export function useProof(hasPassword: boolean): { withProof: (act: () => void) => void; dialog: ReactNode } {
  const [pending, setPending] = useState<{ act: () => void } | null>(null)
  const withProof = (act: () => void): void => {
    void hasRecentProof().then((hasProof) => {
      if (hasProof) act()
      else setPending({ act })
    })
  }
  const onConfirmed = () => {
    setPending(null)
    pending?.act()
  }
  const dialog = pending !== null && (
    <ConfirmIdentity hasPassword={hasPassword} onClose={() => setPending(null)} onConfirmed={onConfirmed} />
  )
  return { withProof, dialog }
}
