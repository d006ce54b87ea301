// Whether the onboarding dialog is open, and a counter that resets its state at each opening.
import { useState } from 'react'

export interface OnboardingDialogState {
  /** How often the dialog was opened: its key. From 1 on it stays mounted, also while it closes. */
  openCount: number
  isOpen: boolean
  open: () => void
  close: () => void
}

export function useOnboardingDialog(): OnboardingDialogState {
  const [{ openCount, isOpen }, set] = useState({ openCount: 0, isOpen: false })
  return {
    openCount,
    isOpen,
    open: () => set((before) => ({ openCount: before.openCount + 1, isOpen: true })),
    close: () => set((before) => ({ ...before, isOpen: false })),
  }
}
