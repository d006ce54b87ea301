// What the columns of the wide table hold; each row says it to a screen reader by itself.
import { COLUMNS } from './client-row'

export function ColumnHeads({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden="true" className={`${COLUMNS} h-9 shrink-0 border-y border-line bg-sunken text-xs font-medium text-ink-3 ${className}`}>
      <span>Company</span>
      <span>Contact</span>
      <span>Plan</span>
      <span>Status</span>
      <span>Last message</span>
    </div>
  )
}
