// Hook that takes a queued or delivered message back, within ten seconds after it was written.
import { useEffect, useState } from 'react'

import { useLive } from '../../../live/live'
import type { Row } from '../thread/rows/row'
import { timeToUndo } from './undo'

interface Undo {
  canUndo: boolean
  undo: () => void
}

const UNDO_FAILED = 'The message could not be unsent. Please try again.'

export function useUndo({ key: id, message, waiting, content }: Row, failed: (why: string) => void): Undo {
  const { sync } = useLive()
  const [isOver, setOver] = useState(timeToUndo(id) === 0)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), timeToUndo(id))
    return () => clearTimeout(timer)
  }, [id])
  const client_id = message?.client_id ?? waiting?.body.client_id
  const undo = () => {
    if (client_id !== undefined)
      sync
        .takeBack({ kind: 'messages.take_back', body: { id, client_id, content } })
        .catch(() => failed(UNDO_FAILED))
  }
  const isRejected = waiting?.state === 'refused'
  return { canUndo: !isOver && !isRejected && waiting?.kind !== 'messages.take_back', undo }
}
