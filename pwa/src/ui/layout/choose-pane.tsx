// The pane beside a list while nothing of it is chosen: what to do next. Phones show it as a line above the list.
import type { ReactNode } from 'react'

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
