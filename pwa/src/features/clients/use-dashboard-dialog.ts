// Hook for the open dialog of the admin dashboard.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { type DashboardDialog, openedDialog } from '../../lib/navigation'
import type { DialogRequest } from './admin-dashboard'

interface OpenDialog {
  dialog: DialogRequest | null
  setDialog: (dialog: DialogRequest | null) => void
  /** The Add Client button, which gets the focus when the invitation of a new client closes. */
  addButton: RefObject<HTMLButtonElement | null>
}

export function useDashboardDialog(): OpenDialog {
  const [dialog, setDialog] = useState<DialogRequest | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  useDialogOnArrival(setDialog)
  // The invitation dialog replaces the Add Client dialog, so it cannot return the focus to the button itself.
  useEffect(() => {
    const button = addButton.current
    return dialog?.is === 'added' ? () => button?.focus() : undefined
  }, [dialog])
  return { dialog, setDialog, addButton }
}

/** Opens the dialog that a navigation requests, but not again after a reload or Back. */
function useDialogOnArrival(open: (dialog: DialogRequest) => void): void {
  const { state, key } = useLocation() as { state: unknown; key: string }
  const navigate = useNavigate()
  const opens = openedDialog(state)
  const openNow = useEffectEvent((is: DashboardDialog) => {
    open({ is })
    void navigate('.', { replace: true, state: null })
  })
  useEffect(() => {
    if (opens !== null) openNow(opens)
  }, [opens, key])
}
