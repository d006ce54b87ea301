// Amounts as bars, longest first, with a button that shows them as a table.
import { useId, useState } from 'react'

import { Button } from '../button'
import { cx } from '../cx'
import { type ChartPoint, DataTable } from './data-table'
import { type About, QuestionButton } from './figure'

type BarListProps = {
  title: string
  columns: [string, string]
  points: readonly ChartPoint[]
  /** Context of the amounts for questions about one of them. */
  about: Pick<About, 'period' | 'as_of' | 'source'>
}

export function BarList({ title, columns, points, about }: BarListProps) {
  const [asTable, setAsTable] = useState(false)
  const tableId = useId()
  const most = Math.max(1, ...points.map(({ value }) => value))
  return (
    <div>
      <ul aria-label={title} className={cx('space-y-2', asTable && 'hidden print:block')}>
        {points.map(({ label, value, text }) => (
          <li key={label}>
            <div className="flex items-baseline justify-between gap-3 text-sm">
              <span className="min-w-0 truncate text-ink-2" title={label}>
                {label}
              </span>
              <span className="tabular flex shrink-0 items-center gap-1 font-medium text-ink">
                {text}
                <QuestionButton
                  about={{ ...about, label: `${columns[1]}: ${label}`, value: text }}
                  className="-my-2 -mr-2"
                />
              </span>
            </div>
            <div aria-hidden="true" className="mt-1 h-2 rounded-full bg-sunken">
              <div style={{ width: `${(value / most) * 100}%` }} className="h-full rounded-full bg-primary" />
            </div>
          </li>
        ))}
      </ul>
      <div id={tableId} className={cx(!asTable && 'hidden')}>
        <DataTable title={title} columns={columns} points={points} hasNames />
      </div>
      <Button
        size="sm"
        tone="quiet"
        aria-expanded={asTable}
        aria-controls={tableId}
        className="mt-2 -ml-2.5"
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? 'Show as bars' : 'Show as table'}
      </Button>
    </div>
  )
}
