// Whether the onboarding dialog is open, and a counter that resets its state at each opening.
import { useState } from 'react'

export interface Asking {
  /** 0 until the first opening; after that the dialog stays mounted, also while it closes. */
  time: number
  isOpen: boolean
  ask: () => void
  close: () => void
}

export function useAsking(): Asking {
  const [{ time, isOpen }, set] = useState({ time: 0, isOpen: false })
  return {
    time,
    isOpen,
    ask: () => set((before) => ({ time: before.time + 1, isOpen: true })),
    close: () => set((before) => ({ ...before, isOpen: false })),
  }
}
