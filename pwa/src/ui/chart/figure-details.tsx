// The details of a figure: its source, period and time of measurement, and a button to ask about it.
import { MessageCircleQuestionMark } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'

import { Button } from '../button'
import { Popover } from '../overlay/popover'

type FigureDetailsProps = {
  isOpen: boolean
  onClose: () => void
  anchor: RefObject<HTMLElement | null>
  label: string
  value: string
  period: string
  source: string
  age: string
  /** The text of the button. */
  question: string
  onQuestion: () => void
  children: ReactNode
}

export default function FigureDetails({
  label,
  value,
  period,
  source,
  age,
  question,
  onQuestion,
  children,
  ...popover
}: FigureDetailsProps) {
  const { isOpen, onClose, anchor } = popover
  return (
    <Popover open={isOpen} onClose={onClose} anchor={anchor} label={label}>
      <div className="flex flex-col gap-3 p-4">
        <div>
          <p className="text-sm text-ink-2">{label}</p>
          <p className="tabular text-2xl font-semibold text-ink">{value}</p>
          <p className="text-sm text-ink-3">
            {source}, {period}
          </p>
          <p className="text-sm text-ink-3">{age}</p>
        </div>
        {children}
        <Button
          tone="primary"
          icon={<MessageCircleQuestionMark size={18} aria-hidden="true" />}
          onClick={onQuestion}
        >
          {question}
        </Button>
      </div>
    </Popover>
  )
}
