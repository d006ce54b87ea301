// Runs an action that requires a recent proof of identity: at once if there is one, else after the dialog.
import { type ReactNode, useState } from 'react'

import { hasRecentProof } from '../actions'
import { ConfirmIdentity } from './confirm-identity'

/** `withProof` runs `act` at once or after the dialog. The caller must render `dialog`. */
export function useProof(hasPassword: boolean): { withProof: (act: () => void) => void; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null)
  const withProof = (act: () => void): void => {
    void hasRecentProof().then((is) => {
      if (is) act()
      else setWaiting({ act })
    })
  }
  const confirmed = () => {
    setWaiting(null)
    waiting?.act()
  }
  const dialog = waiting !== null && (
    <ConfirmIdentity hasPassword={hasPassword} onClose={() => setWaiting(null)} onConfirmed={confirmed} />
  )
  return { withProof, dialog }
}
