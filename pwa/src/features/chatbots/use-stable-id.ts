// Hook for the id of a row to create. The same content keeps the same id, so a retry creates no duplicate.
import { useRef } from 'react'

import { uuid7 } from '../../lib/ids/uuid7'
import type { Draft } from '../../live/use-draft'

/** The last attempt to create a row: its content as JSON, and its id. */
export interface SentRow {
  of: string
  id: string
}

/** `draft` stores the attempt, for a form whose text is restored after a reload or in another dialog. */
export function useStableId(
  draft?: Pick<Draft<{ sent: SentRow | null }>, 'fields' | 'change'>,
): (thing: unknown) => string {
  const last = useRef<SentRow | null>(null)
  return (thing) => {
    const of = JSON.stringify(thing)
    const before = draft ? draft.fields.sent : last.current
    const sent = before?.of === of ? before : { of, id: uuid7() }
    last.current = sent
    draft?.change({ sent })
    return sent.id
  }
}
