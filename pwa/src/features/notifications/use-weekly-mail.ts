// Loads a client's weekly email as it would be sent now.
import { useCallback, useEffect, useState } from 'react'

import { whenAnswered } from '../../lib/slow-response'
import { askWeeklyMail, type WeeklyMail } from './remote'

export type { WeeklyMail }

export type MailView =
  | { is: 'asking' }
  | { is: 'made'; mail: WeeklyMail }
  /** No app has content for it, or it has no recipient. */
  | { is: 'nothing' }
  | { is: 'failed' }

/** `again` repeats the request. */
export function useWeeklyMail(clientId: string): { view: MailView; again: () => void } {
  const [heard, setHeard] = useState<{ clientId: string; view: MailView } | null>(null)
  const [round, setRound] = useState(0)
  const hear = useCallback(
    (found: WeeklyMail | 'nothing' | 'failed') => {
      setHeard({ clientId, view: typeof found === 'string' ? { is: found } : { is: 'made', mail: found } })
    },
    [clientId],
  )
  useEffect(() => {
    return whenAnswered(askWeeklyMail(clientId), hear, 'failed')
  }, [clientId, hear, round])
  const view: MailView = heard?.clientId === clientId ? heard.view : { is: 'asking' }
  const again = () => {
    setHeard(null)
    setRound((before) => before + 1)
  }
  return { view, again }
}
