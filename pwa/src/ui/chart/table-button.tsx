// The button that shows a chart's data as a table.
import { Table2 } from 'lucide-react'

import { Button } from '../button'

type TableButtonProps = { isTable: boolean; tableId: string; onToggle: () => void; className?: string }

export function TableButton({ isTable, tableId, onToggle, className }: TableButtonProps) {
  return (
    <Button
      size="sm"
      tone="quiet"
      icon={<Table2 size={16} aria-hidden="true" />}
      aria-expanded={isTable}
      aria-controls={tableId}
      className={className}
      onClick={onToggle}
    >
      {isTable ? 'Hide table' : 'Table'}
    </Button>
  )
}
