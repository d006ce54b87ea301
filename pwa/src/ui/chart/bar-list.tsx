// A list of amounts, each drawn on a bar, with a button that shows them as a table.
import { useId, useState } from 'react'

import { cx } from '../cx'
import { type Change, ChangeMark } from './change'
import { type ChartPoint, type Columns, DataTable } from './data-table'
import { TableButton } from './table-button'

/**
 * `name` is a plain name for `label`, `detail` explains it, `share` is the part of the whole as a text, null if the whole
 * is unknown, and `change` is the change against the previous period.
 */
export type Bar = ChartPoint & { name: string; detail: string; share: string | null; change: Change | null }

type BarListProps = {
  title: string
  columns: Columns
  bars: readonly Bar[]
  /** The earlier period of the changes, such as `30 days before`. */
  comparedWith: string
}

export function BarList({ title, columns, bars, comparedWith }: BarListProps) {
  const [isTable, setTable] = useState(false)
  const tableId = useId()
  const max = Math.max(1, ...bars.map(({ value }) => value))
  const isCompared = bars.some(({ change }) => change !== null)
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-3">
        <p className="text-sm text-ink-2">{columns[1]}</p>
        <TableButton
          isTable={isTable}
          chartTitle={title}
          tableId={tableId}
          className="-mr-2.5"
          onToggle={() => setTable(!isTable)}
        />
      </div>
      <ul aria-label={title} className={cx('flex flex-col gap-1.5', isTable && 'hidden print:block')}>
        {bars.map(({ label, name, detail, value, text, share, change }) => (
          <li key={label} className="tabular relative flex min-h-11 items-center gap-2 py-1 text-base">
            <span
              aria-hidden="true"
              style={{ width: `${(value / max) * 100}%`, height: 3 }}
              className="absolute bottom-0 left-0 rounded-full bg-primary forced-colors:border-b-2"
            />
            <span title={label} className="relative min-w-0 flex-1">
              <span className="block truncate text-ink">{name}</span>
              {detail !== name && (
                <span className="block truncate text-xs text-ink-2">
                  {/* On phones, only the table shows the label. */}
                  <span className="max-sm:hidden">{label} · </span>
                  {detail}
                </span>
              )}
            </span>
            <span className="relative text-right">
              <span className="block font-medium text-ink">{text}</span>
              {share !== null && <span className="block text-xs text-ink-2">{share}</span>}
            </span>
            {isCompared && (
              <span style={{ width: '4rem' }} className="relative flex shrink-0 justify-end">
                {change !== null && <ChangeMark change={change} comparedWith={comparedWith} />}
              </span>
            )}
          </li>
        ))}
      </ul>
      <div id={tableId} className={cx(!isTable && 'hidden')}>
        <DataTable title={title} columns={columns} points={bars} hasNames />
      </div>
    </div>
  )
}
