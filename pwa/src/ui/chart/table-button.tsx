// The button that shows a chart's data as a table.
import { Table2 } from 'lucide-react'

import { Button } from '../button'

type TableButtonProps = {
  isTable: boolean
  /** For the button's accessible name, because a screen may have several such buttons. */
  chartTitle: string
  tableId: string
  onToggle: () => void
  className?: string
}

export function TableButton({ isTable, chartTitle, tableId, onToggle, className }: TableButtonProps) {
  const text = isTable ? 'Hide table' : 'Table'
  return (
    <Button
      size="sm"
      tone="borderless"
      icon={<Table2 size={16} aria-hidden="true" />}
      aria-label={`${text} of ${chartTitle}`}
      aria-expanded={isTable}
      aria-controls={tableId}
      className={className}
      onClick={onToggle}
    >
      {text}
    </Button>
  )
}
