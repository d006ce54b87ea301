// The pane beside a list while nothing of it is chosen: what to do next. Phones show it as a line above the list.
import type { ReactNode } from 'react'

import { Skeleton } from '../feedback/skeleton'
import './choose-pane.css'

type ChoosePaneProps = {
  icon: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
}

/** Without an action there is nothing to show above a list. */
export function ChoosePane({ icon, title, children, action }: ChoosePaneProps) {
  return (
    <div data-has-action={action !== undefined} className="choose-pane">
      <div className="choose-pane-icon mb-4 size-12 items-center justify-center rounded-xl border border-line bg-surface text-ink-3 shadow-1">
        {icon}
      </div>
      <div className="choose-pane-text">
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
      {action !== undefined && <div className="choose-pane-action shrink-0">{action}</div>}
    </div>
  )
}

/** The place of a pane whose content loads: on phones the list below it must not move when the content comes. */
export function ChoosePaneSkeleton() {
  return (
    <div aria-hidden="true" className="choose-pane choose-pane-skeleton">
      <div className="choose-pane-text">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="mt-1 h-4 w-40" />
      </div>
      <Skeleton className="h-(--control) w-20" />
    </div>
  )
}
