// A description list, one row below the other.
import type { ReactNode } from 'react'

import { cx } from '../../../ui/cx'

export function Details({
  rows,
  className,
}: {
  rows: readonly (readonly [name: string, value: ReactNode])[]
  className?: string
}) {
  return (
    <dl className={cx('divide-y divide-line', className)}>
      {rows.map(([name, value]) => (
        <div key={name} className="flex items-center justify-between gap-4 py-2.5 text-base">
          <dt className="shrink-0 text-ink-2">{name}</dt>
          <dd className="text-right font-medium text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
