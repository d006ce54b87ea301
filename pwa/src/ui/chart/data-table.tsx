// A chart's data as a table of two columns, sortable by either.
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useState } from 'react'

import { cx } from '../cx'

export type ChartPoint = { label: string; value: number; text: string }

type DataTableProps = {
  title: string
  columns: [string, string]
  points: readonly ChartPoint[]
  /** Whether the first column sorts alphabetically; otherwise it keeps the given order, such as dates. */
  hasNames?: boolean
}

type Column = 'label' | 'value'
type Sorting = { by: Column; way: 'ascending' | 'descending' }

/** A sortable table of a chart's points. */
export function DataTable({ title, columns, points, hasNames = false }: DataTableProps) {
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const sort = (by: Column) =>
    // Sort amounts largest first, because users look for those.
    setSorting((before) => ({
      by,
      way: before?.by === by ? turned(before.way) : by === 'value' ? 'descending' : 'ascending',
    }))
  const rows = sorting === null ? points : sorted(points, sorting, hasNames)
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="text-left text-ink-3">
          <Head
            name={columns[0]}
            way={sorting?.by === 'label' ? sorting.way : undefined}
            onSort={() => sort('label')}
          />
          <Head
            name={columns[1]}
            way={sorting?.by === 'value' ? sorting.way : undefined}
            onSort={() => sort('value')}
            isAmount
          />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, text }) => (
          <tr key={label} className="border-t border-line">
            <th scope="row" className="py-1.5 pr-2 text-left font-normal break-all text-ink-2">
              {label}
            </th>
            <td className="tabular py-1.5 text-right text-ink">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type HeadProps = { name: string; way: Sorting['way'] | undefined; onSort: () => void; isAmount?: boolean }

function Head({ name, way, onSort, isAmount = false }: HeadProps) {
  const Arrow = way === undefined ? ArrowUpDown : way === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={way ?? 'none'} className={cx('font-medium', isAmount && 'text-right')}>
      <button
        type="button"
        onClick={onSort}
        className="inline-flex min-h-control-small items-center gap-1 rounded-sm hover:text-ink"
      >
        {name}
        <Arrow size={14} aria-hidden="true" className="print:hidden" />
      </button>
    </th>
  )
}

function turned(way: Sorting['way']): Sorting['way'] {
  return way === 'ascending' ? 'descending' : 'ascending'
}

function sorted(points: readonly ChartPoint[], { by, way }: Sorting, hasNames: boolean): ChartPoint[] {
  const ascending =
    by === 'value'
      ? points.toSorted((a, b) => a.value - b.value)
      : hasNames
        ? points.toSorted((a, b) => a.label.localeCompare(b.label))
        : [...points]
  return way === 'ascending' ? ascending : ascending.toReversed()
}
