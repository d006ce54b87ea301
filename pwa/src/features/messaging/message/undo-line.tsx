// Undo button below a message that was just written: takes the message back.
import { Undo2 } from 'lucide-react'

import { Button } from '../../../ui/button'
import { useToasts } from '../../../ui/feedback/toast'
import type { Row } from '../rows/row'
import { useTakeBack } from './use-take-back'

export function UndoLine({ row }: { row: Row }) {
  const toasts = useToasts()
  const { canTakeBack, takeBack } = useTakeBack(row, (reason) =>
    toasts.show({ tone: 'error', title: reason }),
  )
  if (!canTakeBack) return null
  return (
    <Button
      size="sm"
      tone="borderless"
      icon={<Undo2 size={14} aria-hidden="true" />}
      onClick={takeBack}
      className="mt-0.5"
    >
      Undo
    </Button>
  )
}
