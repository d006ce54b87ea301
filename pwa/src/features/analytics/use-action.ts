// A thing that a person has started and that takes a while: busy, then done or refused.
import { useCallback, useState } from 'react'

import type { Outcome } from './mutations'

export interface Work {
  busy: boolean
  /** What is said after a refusal, until the next attempt. */
  error: string | null
  /** Does `work`; true if it was done. Whoever may press twice looks at `busy`. */
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
