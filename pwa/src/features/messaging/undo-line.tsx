// Under a message that was just written: a way to take it back.
import { Undo2 } from 'lucide-react'

import { Button } from '../../ui/button'
import { useToasts } from '../../ui/toast'
import { useUndo } from './use-undo'

export function UndoLine({ id, isWaiting }: { id: string; isWaiting: boolean }) {
  const toasts = useToasts()
  const { canUndo, busy, undo } = useUndo(id, isWaiting, (why) => toasts.show({ tone: 'error', title: why }))
  if (!canUndo) return null
  return (
    <Button size="sm" tone="quiet" busy={busy} icon={<Undo2 size={14} aria-hidden="true" />} onClick={undo} className="mt-0.5">
      Undo
    </Button>
  )
}
