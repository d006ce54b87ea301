// Takes a message back while that can be done: from the outbox, or from the conversation.
import { useEffect, useState } from 'react'

import { useLive } from '../../live/live'
import { unlessBeingSent } from './mutations'
import { takeBack } from './remote'
import { timeToUndo } from './undo'

interface Undo {
  canUndo: boolean
  busy: boolean
  undo: () => void
}

export function useUndo(id: string, isWaiting: boolean, failed: (why: string) => void): Undo {
  const { sync } = useLive()
  const [isOver, setOver] = useState(timeToUndo(id) === 0)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), timeToUndo(id))
    return () => clearTimeout(timer)
  }, [id])
  const undo = async () => {
    setBusy(true)
    const dropped = isWaiting && (await unlessBeingSent(sync.discard(id))) === 'done'
    const why = dropped ? null : await takeBack(id)
    setBusy(false)
    if (why !== null) failed(why)
  }
  return { canUndo: !isOver, busy, undo: () => void undo() }
}
