// A chart's data as a table of names and amounts, sortable by both columns, with an optional column of
// earlier amounts.
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useState } from 'react'

import { cx } from '../cx'

export type Amount = { label: string; value: number; text: string }
/** `previous` is the amount of an earlier period that it is compared with. */
export type ChartPoint = Amount & { previous?: Amount | undefined }

/** The headings of names, amounts and, if the points have them, earlier amounts. */
export type Columns = readonly [string, string, string]

type DataTableProps = {
  title: string
  columns: Columns
  points: readonly ChartPoint[]
  /** Whether the first column sorts alphabetically; otherwise it keeps the given order, such as dates. */
  hasNames?: boolean
}

type Column = 'label' | 'value'
type Sorting = { by: Column; direction: 'ascending' | 'descending' }

export function DataTable({ title, columns, points, hasNames = false }: DataTableProps) {
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const sort = (by: Column) =>
    // Sort amounts largest first, because users look for the largest ones.
    setSorting((before) => ({
      by,
      direction: before?.by === by ? opposite(before.direction) : by === 'value' ? 'descending' : 'ascending',
    }))
  const rows = sorting === null ? points : sortPoints(points, sorting, hasNames)
  const isCompared = points.some(({ previous }) => previous !== undefined)
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="text-left text-ink-3">
          <Head
            name={columns[0]}
            direction={sorting?.by === 'label' ? sorting.direction : undefined}
            onSort={() => sort('label')}
          />
          <Head
            name={columns[1]}
            direction={sorting?.by === 'value' ? sorting.direction : undefined}
            onSort={() => sort('value')}
            isAmount
          />
          {isCompared && (
            <th scope="col" className="pl-3 text-right font-medium">
              {columns[2]}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, text, previous }) => (
          <tr key={label} className="border-t border-line">
            <th scope="row" className="py-1.5 pr-2 text-left font-normal break-all text-ink-2">
              {label}
            </th>
            <td className="tabular py-1.5 text-right text-ink">{text}</td>
            {isCompared && (
              <td className="tabular py-1.5 pl-3 text-right text-ink-3">{previous?.text ?? '—'}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type HeadProps = {
  name: string
  direction: Sorting['direction'] | undefined
  onSort: () => void
  isAmount?: boolean
}

function Head({ name, direction, onSort, isAmount = false }: HeadProps) {
  const Arrow = direction === undefined ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={cx('font-medium', isAmount && 'text-right')}>
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

function opposite(direction: Sorting['direction']): Sorting['direction'] {
  return direction === 'ascending' ? 'descending' : 'ascending'
}

function sortPoints(
  points: readonly ChartPoint[],
  { by, direction }: Sorting,
  hasNames: boolean,
): ChartPoint[] {
  const ascending =
    by === 'value'
      ? points.toSorted((a, b) => a.value - b.value)
      : hasNames
        ? points.toSorted((a, b) => a.label.localeCompare(b.label))
        : [...points]
  return direction === 'ascending' ? ascending : ascending.toReversed()
}
