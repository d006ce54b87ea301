// Something the server is asked for when a section is opened; what was known stays while it is asked again.
import { useCallback, useEffect, useState } from 'react'

import type { Answer } from './remote'

export type Asked<T> =
  | { is: 'asking' }
  | { is: 'known'; value: T }
  /** Nothing is known. */
  | { is: 'failed'; message: string }

/** `[what is known, ask again]`; `ask` has to be the same function at every drawing. */
export function useAsked<T>(ask: () => Promise<Answer<T>>): [Asked<T>, () => Promise<void>] {
  const [known, setKnown] = useState<Asked<T>>({ is: 'asking' })
  const hear = useCallback((answer: Answer<T>) => {
    setKnown((before) => {
      if ('value' in answer) return { is: 'known', value: answer.value }
      return before.is === 'known' ? before : { is: 'failed', message: answer.refusal.message }
    })
  }, [])
  const again = useCallback(() => ask().then(hear), [ask, hear])
  useEffect(() => void ask().then(hear), [ask, hear])
  return [known, again]
}
