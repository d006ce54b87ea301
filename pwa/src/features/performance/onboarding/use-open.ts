// Whether the onboarding dialog is open, and which time it is: each time begins anew.
import { useState } from 'react'

export interface Asking {
  /** 0 until it is first wanted: then its code and its state are there, also while it closes. */
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
