// Column heads of the wide table, which also sort it. They are not `<th>` elements, because each row is labelled.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment } from 'react'

import type { Column, Sorted } from './orders'
import './table.css'

const HEADS: readonly (readonly [Column, string])[] = [
  ['company', 'Company'],
  ['contact', 'Contact'],
  ['status', 'Status'],
  ['tier', 'Tier'],
]
/** The heads by the columns below them: the tier is below the status. */
const CELLS = [HEADS.slice(0, 1), HEADS.slice(1, 2), HEADS.slice(2)]
const HEAD_CLASS = 'client-heads client-columns h-9 shrink-0 bg-sunken text-xs font-medium text-ink-3'

type ColumnHeadsProps = { sorted: Sorted; onSort: (sorted: Sorted) => void }

export function ColumnHeads({ sorted, onSort }: ColumnHeadsProps) {
  return (
    <div role="group" aria-label="Order of the rows" className={HEAD_CLASS}>
      <span />
      {CELLS.map((heads, cell) => (
        <span key={cell} className="flex min-w-0 items-center gap-1.5">
          {heads.map(([by, name], place) => {
            const isOn = sorted.by === by
            const Arrow = sorted.isReversed ? ArrowUp : ArrowDown
            return (
              <Fragment key={by}>
                {place > 0 && <span aria-hidden="true">/</span>}
                <button
                  type="button"
                  aria-pressed={isOn}
                  onClick={() =>
                    onSort(
                      isOn && sorted.isReversed
                        ? { by: 'newest', isReversed: false }
                        : { by, isReversed: isOn },
                    )
                  }
                  className="flex h-8 items-center gap-1 rounded-sm text-left hover:text-ink aria-pressed:text-ink"
                >
                  {name}
                  {isOn && <Arrow size={12} aria-hidden="true" />}
                </button>
              </Fragment>
            )
          })}
        </span>
      ))}
      <span className="client-last">Last message</span>
      <span className="justify-self-end">Actions</span>
    </div>
  )
}

/** The same heads without buttons, while rows load. */
export function ColumnTitles({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden="true" className={`${HEAD_CLASS} ${className}`}>
      <span />
      {CELLS.map((heads, cell) => (
        <span key={cell}>{heads.map(([, name]) => name).join(' / ')}</span>
      ))}
      <span className="client-last">Last message</span>
      <span className="justify-self-end">Actions</span>
    </div>
  )
}
