// The message and action of an empty list or screen.
import type { ReactNode } from 'react'

import { cx } from '../cx'

type EmptyStateProps = {
  icon: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /** `h1` if the empty state is the page's only content. */
  heading?: 'h1' | 'h2'
  className?: string
}

export function EmptyState({
  icon,
  title,
  children,
  action,
  heading: Heading = 'h2',
  className,
}: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center justify-center px-6 py-12 text-center', className)}>
      <div className="mb-4 flex size-12 items-center justify-center rounded-xl border border-line bg-surface text-ink-3 shadow-1">
        {icon}
      </div>
      <Heading className="text-head font-semibold text-ink">{title}</Heading>
      {children !== undefined && (
        <div className="mt-1 max-w-sm text-base text-pretty text-ink-2">{children}</div>
      )}
      {action !== undefined && <div className="mt-5 max-sm:w-full">{action}</div>}
    </div>
  )
}
