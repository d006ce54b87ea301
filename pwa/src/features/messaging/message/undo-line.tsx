// Undo button below a message that was just written.
import { Undo2 } from 'lucide-react'

import { Button } from '../../../ui/button'
import { useToasts } from '../../../ui/feedback/toast'
import type { Row } from '../thread/rows/row'
import { useUndo } from './use-undo'

export function UndoLine({ row }: { row: Row }) {
  const toasts = useToasts()
  const { canUndo, undo } = useUndo(row, (why) => toasts.show({ tone: 'error', title: why }))
  if (!canUndo) return null
  return (
    <Button
      size="sm"
      tone="quiet"
      icon={<Undo2 size={14} aria-hidden="true" />}
      onClick={undo}
      className="mt-0.5"
    >
      Undo
    </Button>
  )
}
