// Hook for a setting that is saved at once: it shows the chosen value during the request and reverts after a failure.
import { useState } from 'react'

import { useToasts } from '../../ui/feedback/toast'
import { NOT_SAVED, SAVED } from './texts'

export interface Saving<T> {
  /** The value that is being saved; null if there is none. */
  chosen: T | null
  /** Resolves to whether the value is saved. */
  save: (choice: T) => Promise<boolean>
}

/** `work` resolves to true when saved, else to false or an error text. */
export function useSaving<T>(work: (choice: T) => Promise<boolean | string>): Saving<T> {
  const toasts = useToasts()
  const [chosen, setChosen] = useState<T | null>(null)
  const save = async (choice: T) => {
    setChosen(choice)
    const outcome = await work(choice)
    toasts.show(
      outcome === true
        ? { tone: 'success', title: SAVED }
        : { tone: 'error', title: outcome === false ? NOT_SAVED : outcome },
    )
    setChosen(null)
    return outcome === true
  }
  return { chosen, save }
}
