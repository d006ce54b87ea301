// The pane beside a list while nothing of it is chosen: what to do next. Phones show it as a line above the list.
import type { ReactNode } from 'react'

import { cx } from './cx'

type ChoosePaneProps = {
  icon: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
}

/** The nearest container decides between the two. Without an action there is nothing to show above a list. */
export function ChoosePane({ icon, title, children, action }: ChoosePaneProps) {
  const hasAction = action !== undefined
  return (
    <div
      className={cx(
        'shrink-0 items-center @3xl:flex @3xl:flex-1 @3xl:flex-col @3xl:justify-center @3xl:px-6 @3xl:py-12 @3xl:text-center',
        hasAction
          ? 'order-first flex gap-3 bg-surface px-4 pt-2 pb-0.5 @3xl:order-none @3xl:gap-0 @3xl:bg-transparent'
          : 'hidden',
      )}
    >
      <div className="mb-4 hidden size-12 items-center justify-center rounded-xl border border-line bg-surface text-ink-3 shadow-1 @3xl:flex">
        {icon}
      </div>
      <div className="min-w-0 flex-1 @3xl:flex-none">
        <h2 className="text-base font-semibold text-ink @3xl:text-head">{title}</h2>
        <div className="max-w-sm text-sm text-pretty text-ink-2 @3xl:mt-1 @3xl:text-base">{children}</div>
      </div>
      {hasAction && <div className="shrink-0 @3xl:mt-5">{action}</div>}
    </div>
  )
}
