// Hook that loads data when a section opens. The old data stays visible during a reload.
import { useCallback, useEffect, useState } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { type Answer, NO_ANSWER } from '../remote'

export type Loadable<T> =
  | { is: 'loading' }
  | { is: 'ready'; value: T }
  /** The first load failed. */
  | { is: 'failed'; message: string }

/**
 * Returns the state and a function that loads again; its promise resolves after 8 s at the latest. `load`
 * must be stable across renders.
 */
export function useLoaded<T>(load: () => Promise<Answer<T>>): [Loadable<T>, () => Promise<void>] {
  const [state, setState] = useState<Loadable<T>>({ is: 'loading' })
  const receive = useCallback((answer: Answer<T>) => {
    setState((before) => {
      if ('value' in answer) return { is: 'ready', value: answer.value }
      return before.is === 'ready' ? before : { is: 'failed', message: answer.authError.message }
    })
  }, [])
  const reload = useCallback(
    () =>
      new Promise<void>((resolve) => {
        const finish = (answer: Answer<T>) => {
          receive(answer)
          resolve()
        }
        onResponse(load(), finish, { authError: NO_ANSWER })
      }),
    [load, receive],
  )
  useEffect(() => onResponse(load(), receive, { authError: NO_ANSWER }), [load, receive])
  return [state, reload]
}
