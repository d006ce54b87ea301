// Hook that runs an action on bots, with a busy state and a success or error message.
import { useState } from 'react'

import { useToasts } from '../../ui/feedback/toast'
import type { Outcome } from './mutations'

export interface Doing {
  busy: boolean
  /** The last error, until the next attempt. */
  error: string | null
  forget: () => void
  /** Resolves to true on success. `said` is the success message; without it none is shown. */
  run: <T>(work: () => Promise<Outcome<T>>, said?: string | ((value: T) => string)) => Promise<boolean>
}

/** With `aloud` an error is shown as a toast, for actions without a form. */
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
