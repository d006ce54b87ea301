// Hook that takes a queued or delivered message back, within ten seconds after it was written.
import { useEffect, useState } from 'react'

import { useLive } from '../../../live/live'
import type { Row } from '../rows/row'
import { timeToTakeBack } from '../take-back-time'

interface TakeBack {
  canTakeBack: boolean
  takeBack: () => void
}

const FAILED = 'The message could not be unsent. Please try again.'

export function useTakeBack(
  { key: id, message, waiting, content }: Row,
  onFailed: (reason: string) => void,
): TakeBack {
  const { sync } = useLive()
  const [isOver, setOver] = useState(timeToTakeBack(id) === 0)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), timeToTakeBack(id))
    return () => clearTimeout(timer)
  }, [id])
  const client_id = message?.client_id ?? waiting?.body.client_id
  const takeBack = () => {
    if (client_id !== undefined)
      sync
        .takeBack({ kind: 'messages.take_back', body: { id, client_id, content } })
        .catch(() => onFailed(FAILED))
  }
  const isRejected = waiting?.state === 'refused'
  return { canTakeBack: !isOver && !isRejected && waiting?.kind !== 'messages.take_back', takeBack }
}
