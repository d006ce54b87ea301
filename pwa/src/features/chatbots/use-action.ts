// Something an admin does with bots: busy, then told in green or in red.
import { useState } from 'react'

import { useToasts } from '../../ui/feedback/toast'
import type { Outcome } from './mutations'

export interface Doing {
  busy: boolean
  /** Refused, until the next attempt. */
  error: string | null
  forget: () => void
  /** True if it was done. `said` is what the admin is told; nothing without it. */
  run: <T>(work: () => Promise<Outcome<T>>, said?: string | ((value: T) => string)) => Promise<boolean>
}

/** With `aloud` a refusal is a toast, where there is no form that could say it. */
export function useDoing(aloud = false): Doing {
  const toasts = useToasts()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  return {
    busy,
    error,
    forget: () => setError(null),
    run: async (work, said) => {
      if (busy) return false
      setBusy(true)
      setError(null)
      const outcome = await work()
      setBusy(false)
      if (outcome.is === 'failed') {
        if (aloud) toasts.show({ tone: 'error', title: outcome.message })
        else setError(outcome.message)
        return false
      }
      if (said !== undefined) toasts.show({ tone: 'success', title: typeof said === 'string' ? said : said(outcome.value) })
      return true
    },
  }
}
