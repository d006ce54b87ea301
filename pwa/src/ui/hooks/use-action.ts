// The hook that runs a user's action. Provides the busy state, the success message and the error message.
import { useState } from 'react'

import type { Outcome } from '../../lib/outcome'
import { useToasts } from '../feedback/toast'

export interface Action {
  busy: boolean
  /** The error text of the last attempt, until the next attempt. */
  error: string | null
  setError: (error: string | null) => void
  /**
   * Resolves to true on success and to false on failure. While the last attempt is running, does nothing and
   * resolves to false. `successText` is the text of a toast; without it, no toast is shown.
   */
  run: <T>(work: () => Promise<Outcome<T>>, successText?: string | ((value: T) => string)) => Promise<boolean>
}

/**
 * With `errorAsToast`, an error is shown as a toast and not returned. Use this for actions without a form.
 */
export function useAction({ errorAsToast = false } = {}): Action {
  const toasts = useToasts()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const run: Action['run'] = async (work, successText) => {
    if (busy) return false
    setBusy(true)
    setError(null)
    const outcome = await work().finally(() => setBusy(false))
    if (outcome.is === 'failed') {
      if (errorAsToast) toasts.show({ tone: 'error', title: outcome.message })
      else setError(outcome.message)
      return false
    }
    const title = typeof successText === 'function' ? successText(outcome.value) : successText
    if (title !== undefined) toasts.show({ tone: 'success', title })
    return true
  }
  return { busy, error, setError, run }
}
