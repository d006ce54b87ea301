// A client's weekly mail as it would go now, asked for when it is looked at.
import { useCallback, useEffect, useState } from 'react'

import { askWeeklyMail, type WeeklyMail } from './remote'

export type { WeeklyMail }

export type MailView =
  | { is: 'asking' }
  | { is: 'made'; mail: WeeklyMail }
  /** No room has anything to say, or nobody would read it. */
  | { is: 'nothing' }
  | { is: 'failed' }

/** `again` asks once more; a mail that is shown stays until another one is there. */
export function useWeeklyMail(clientId: string): { view: MailView; again: () => void } {
  const [heard, setHeard] = useState<{ clientId: string; view: MailView } | null>(null)
  const hear = useCallback(
    (found: WeeklyMail | 'nothing' | 'failed') => {
      setHeard({ clientId, view: typeof found === 'string' ? { is: found } : { is: 'made', mail: found } })
    },
    [clientId],
  )
  useEffect(() => {
    let gone = false
    void askWeeklyMail(clientId).then((found) => {
      if (!gone) hear(found)
    })
    return () => {
      gone = true
    }
  }, [clientId, hear])
  const view: MailView = heard?.clientId === clientId ? heard.view : { is: 'asking' }
  return { view, again: () => void askWeeklyMail(clientId).then(hear) }
}
