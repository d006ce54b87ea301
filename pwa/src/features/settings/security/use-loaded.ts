// Something the server is asked for when a section is opened; what was known stays while it is asked again.
import { useCallback, useEffect, useState } from 'react'

import { whenAnswered } from '../../../lib/slow-response'
import { type Answer, NO_ANSWER } from '../remote'

export type Asked<T> =
  | { is: 'asking' }
  | { is: 'known'; value: T }
  /** Nothing is known. */
  | { is: 'failed'; message: string }

/** `[what is known, ask again]`; `ask` has to be the same function at every drawing. Asking again ends after 8 s at the latest. */
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
