// A setting that takes effect at once: what is chosen stands there while it is saved, and goes back if it was not.
import { useState } from 'react'

import { useToasts } from '../../ui/feedback/toast'
import { NOT_SAVED, SAVED } from './texts'

export interface Saving<T> {
  /** What is being saved, until the stored row says it. */
  chosen: T | null
  save: (choice: T) => Promise<void>
}

/** `work` resolves with false, or with words of its own, if it was not saved. */
export function useSaving<T>(work: (choice: T) => Promise<boolean | string>): Saving<T> {
  const toasts = useToasts()
  const [chosen, setChosen] = useState<T | null>(null)
  const save = async (choice: T) => {
    setChosen(choice)
    const outcome = await work(choice)
    toasts.show(outcome === true ? { tone: 'success', title: SAVED } : { tone: 'error', title: outcome === false ? NOT_SAVED : outcome })
    setChosen(null)
  }
  return { chosen, save }
}
