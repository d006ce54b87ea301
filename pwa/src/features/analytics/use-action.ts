// A user's asynchronous action: busy, then done or failed.
import { useCallback, useState } from 'react'

import type { Outcome } from './mutations'

export interface Action {
  busy: boolean
  /** The error text of the last attempt, until the next attempt. */
  error: string | null
  /** Runs `work` and returns whether it succeeded. A caller that can be pressed twice must check `busy`. */
  run: <T>(work: () => Promise<Outcome<T>>) => Promise<boolean>
  setError: (error: string | null) => void
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const run = useCallback(async <T>(work: () => Promise<Outcome<T>>) => {
    setBusy(true)
    setError(null)
    try {
      const outcome = await work()
      if (outcome.is === 'failed') setError(outcome.message)
      return outcome.is === 'done'
    } finally {
      setBusy(false)
    }
  }, [])
  return { busy, error, run, setError }
}
