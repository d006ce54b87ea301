// A titled box of the PageSpeed screen.
import { type ReactNode, useId } from 'react'

import { cx } from '../../ui/cx'

export function Panel({
  title,
  aside,
  className,
  children,
}: {
  title: string
  aside?: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('min-w-0 rounded-lg border border-line bg-surface p-4 shadow-1 sm:p-5', className)}
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-head font-semibold text-ink">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
