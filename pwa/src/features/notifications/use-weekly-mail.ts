// Hook that loads a client's next weekly email with the current data.
import { useCallback, useEffect, useState } from 'react'

import { onResponse } from '../../lib/time/slow-response'
import { fetchWeeklyMail, type WeeklyMail } from './remote'

export type { WeeklyMail }

export type MailView =
  | { is: 'loading' }
  | { is: 'ready'; mail: WeeklyMail }
  /** There is no email: no app has content for it, or it has no recipient. */
  | { is: 'nothing' }
  | { is: 'failed' }

/** `retry` repeats the request. */
export function useWeeklyMail(clientId: string): { view: MailView; retry: () => void } {
  const [result, setResult] = useState<{ clientId: string; view: MailView } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const receive = useCallback(
    (response: WeeklyMail | 'nothing' | 'failed') => {
      setResult({
        clientId,
        view: typeof response === 'string' ? { is: response } : { is: 'ready', mail: response },
      })
    },
    [clientId],
  )
  useEffect(() => {
    return onResponse(fetchWeeklyMail(clientId), receive, 'failed')
  }, [clientId, receive, attempt])
  const view: MailView = result?.clientId === clientId ? result.view : { is: 'loading' }
  const retry = () => {
    setResult(null)
    setAttempt((before) => before + 1)
  }
  return { view, retry }
}
