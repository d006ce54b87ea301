// Hook that runs an action on bots, with a busy state and a success or error message.
import { useState } from 'react'

import { useToasts } from '../../ui/feedback/toast'
import type { Outcome } from './mutations'

export interface ActionState {
  busy: boolean
  /** The last error, until the next attempt. */
  error: string | null
  forget: () => void
  /** Resolves to true on success. `successText` is the success message; without it none is shown. */
  run: <T>(work: () => Promise<Outcome<T>>, successText?: string | ((value: T) => string)) => Promise<boolean>
}

/** With `asToast` an error is shown as a toast, for actions without a form. */
export function useAction(asToast = false): ActionState {
  const toasts = useToasts()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  return {
    busy,
    error,
    forget: () => setError(null),
    run: async (work, successText) => {
      if (busy) return false
      setBusy(true)
      setError(null)
      const outcome = await work()
      setBusy(false)
      if (outcome.is === 'failed') {
        if (asToast) toasts.show({ tone: 'error', title: outcome.message })
        else setError(outcome.message)
        return false
      }
      if (successText !== undefined)
        toasts.show({
          tone: 'success',
          title: typeof successText === 'string' ? successText : successText(outcome.value),
        })
      return true
    },
  }
}
