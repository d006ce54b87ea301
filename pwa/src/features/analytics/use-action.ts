// A user's asynchronous action: busy, then done or failed.
import { useCallback, useState } from 'react'

import type { Outcome } from './mutations'

export interface Work {
  busy: boolean
  /** The error text of the last attempt, until the next attempt. */
  error: string | null
  /** Runs `work` and returns whether it succeeded. A caller that can be pressed twice must check `busy`. */
  run: <T>(work: () => Promise<Outcome<T>>) => Promise<boolean>
  say: (error: string | null) => void
}

export function useWork(): Work {
  const [busy, setBusy] = useState(false)
  const [error, say] = useState<string | null>(null)
  const run = useCallback(async <T>(work: () => Promise<Outcome<T>>) => {
    setBusy(true)
    say(null)
    try {
      const outcome = await work()
      if (outcome.is === 'failed') say(outcome.message)
      return outcome.is === 'done'
    } finally {
      setBusy(false)
    }
  }, [])
  return { busy, error, run, say }
}
