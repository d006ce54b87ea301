// Panes beside a list: a hint while no item is chosen, and a panel about the chosen item.
import type { ReactNode } from 'react'

import { Skeleton } from '../feedback/skeleton'
import './layout.css'

type ChoosePaneProps = {
  icon: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
  /** What to choose from first; only desktops show it, below the line with the action. */
  list?: ReactNode
}

/**
 * The pane while no item is chosen. It explains what to do next. Phones show it as a line above the list, and
 * only if it has an action.
 */
export function ChoosePane({ icon, title, children, action, list }: ChoosePaneProps) {
  return (
    <div data-has-action={action !== undefined} data-has-list={list !== undefined} className="choose-pane">
      <div className="choose-pane-icon mb-4 size-12 items-center justify-center rounded-xl border border-line bg-surface text-ink-3 shadow-1">
        {icon}
      </div>
      <div className="choose-pane-text">
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
      {action !== undefined && <div className="choose-pane-action shrink-0">{action}</div>}
      {list !== undefined && <div className="choose-pane-list">{list}</div>}
    </div>
  )
}

/**
 * The placeholder of `ChoosePane` while its content loads, because on phones the list below must not move
 * when the content arrives.
 */
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

/** A panel at the right edge of the screen on desktops. */
export function SidePanel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className="side-panel">
      {children}
    </aside>
  )
}

/** The placeholder of `SidePanel` in its final size, while the content loads. */
export function SidePanelSkeleton({ label }: { label: string }) {
  return (
    <SidePanel label={label}>
      <div role="status">
        <span className="sr-only">Loading</span>
        <div className="flex h-14 flex-col justify-center gap-2 border-b border-line px-4">
          <Skeleton className="h-3.5 w-36" />
          <Skeleton className="h-3 w-48" />
        </div>
        <div className="flex flex-col gap-5 p-4">
          {[0, 1, 2, 3, 4].map((row) => (
            <div key={row} className="space-y-2">
              <Skeleton className="h-3 w-2/5" />
              <Skeleton className="h-3.5 w-4/5" />
            </div>
          ))}
        </div>
      </div>
    </SidePanel>
  )
}
