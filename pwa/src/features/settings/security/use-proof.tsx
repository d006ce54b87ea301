// Does something that wants a recent proof of the person: at once if there is one, else after it was given.
import { type ReactNode, useState } from 'react'

import { isRecentlyProved } from '../actions'
import { ConfirmIdentity } from './confirm-identity'

/** `withProof` runs `act`, maybe later; `dialog` is to be rendered. */
export function useProof(hasPassword: boolean): { withProof: (act: () => void) => void; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null)
  const withProof = (act: () => void): void => {
    void isRecentlyProved().then((is) => {
      if (is) act()
      else setWaiting({ act })
    })
  }
  const confirmed = () => {
    setWaiting(null)
    waiting?.act()
  }
  const dialog = waiting !== null && <ConfirmIdentity hasPassword={hasPassword} onClose={() => setWaiting(null)} onConfirmed={confirmed} />
  return { withProof, dialog }
}
