// Signs out at once if nothing is unsent; otherwise shows a dialog first.
import { lazy, type ReactNode, Suspense, useState } from 'react'

import type { Live } from '../../../live/live'

const load = () => import('../../device/leave-device')
const SignOutDialog = lazy(() => import('./sign-out-dialog'))

/** `leave` signs out. The caller must render `signOutDialog`. */
export function useSignOut(live: Live): { leave: () => Promise<void>; signOutDialog: ReactNode } {
  const [dialog, setDialog] = useState<{ open: boolean; unsent: number } | null>(null)
  const signOut = () => load().then((it) => it.signOut(live))
  const leave = async () => {
    const unsent = await (await load()).countUnsent(live.replica)
    if (unsent === 0) await signOut()
    else setDialog({ open: true, unsent })
  }
  const signOutDialog = dialog !== null && (
    <Suspense fallback={null}>
      <SignOutDialog
        live={live}
        {...dialog}
        onClose={() => setDialog({ ...dialog, open: false })}
        onSignOut={signOut}
      />
    </Suspense>
  )
  return { leave, signOutDialog }
}
