// Data loaded when a section opens; it stays while it is loaded again.
import { useCallback, useEffect, useState } from 'react'

import { whenAnswered } from '../../../lib/slow-response'
import { type Answer, NO_ANSWER } from '../remote'

export type Asked<T> =
  | { is: 'asking' }
  | { is: 'known'; value: T }
  /** The first load failed. */
  | { is: 'failed'; message: string }

/**
 * Returns the state and a function that loads again; its promise resolves after 8 s at the latest. `ask` must
 * be stable across renders.
 */
export function useAsked<T>(ask: () => Promise<Answer<T>>): [Asked<T>, () => Promise<void>] {
  const [known, setKnown] = useState<Asked<T>>({ is: 'asking' })
  const hear = useCallback((answer: Answer<T>) => {
    setKnown((before) => {
      if ('value' in answer) return { is: 'known', value: answer.value }
      return before.is === 'known' ? before : { is: 'failed', message: answer.refusal.message }
    })
  }, [])
  const again = useCallback(
    () =>
      new Promise<void>((resolve) => {
        const told = (answer: Answer<T>) => {
          hear(answer)
          resolve()
        }
        whenAnswered(ask(), told, { refusal: NO_ANSWER })
      }),
    [ask, hear],
  )
  useEffect(() => whenAnswered(ask(), hear, { refusal: NO_ANSWER }), [ask, hear])
  return [known, again]
}
