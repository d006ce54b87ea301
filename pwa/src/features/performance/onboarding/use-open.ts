// Whether the onboarding dialog is open, and a counter that resets its state at each opening.
import { useState } from 'react'

export interface OnboardingDialogState {
  /** 0 until the first opening; after that the dialog stays mounted, also while it closes. */
  time: number
  isOpen: boolean
  open: () => void
  close: () => void
}

export function useOnboardingDialog(): OnboardingDialogState {
  const [{ time, isOpen }, set] = useState({ time: 0, isOpen: false })
  return {
    time,
    isOpen,
    open: () => set((before) => ({ time: before.time + 1, isOpen: true })),
    close: () => set((before) => ({ ...before, isOpen: false })),
  }
}
