// A titled panel.
import type { ReactNode } from 'react'

import { cx } from './cx'

type CardProps = {
  title?: ReactNode
  aside?: ReactNode
  label?: string
  className?: string
  children: ReactNode
}

/** `label` is the accessible name of a card without a heading. */
export function Card({ title, aside, label, className, children }: CardProps) {
  return (
    <section
      aria-label={label}
      className={cx('rounded-lg border border-line bg-surface p-4 shadow-1 sm:p-5', className)}
    >
      {title !== undefined && (
        <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <h2 className="text-head font-semibold text-ink">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
