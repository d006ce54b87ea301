// The three views of a client's dashboard, in the order of their tabs.
import { paths } from './paths'

const VIEWS = ['overview', 'analytics', 'pagespeed'] as const
export type View = (typeof VIEWS)[number]

const NAMES: Record<View, string> = { overview: 'Overview', analytics: 'Analytics', pagespeed: 'PageSpeed' }

/** The view that `?view=` names; the overview for any other value. */
export function viewOf(param: string | null): View {
  return VIEWS.find((view) => view === param) ?? 'overview'
}

export function viewPath(view: View): string {
  return view === 'overview' ? paths.dashboard : `${paths.dashboard}?view=${view}`
}

/** Links to the views. `isCurrent` is true for the shown view. */
export function viewLinks(current: View): { to: string; label: string; isCurrent: boolean }[] {
  return VIEWS.map((view) => ({ to: viewPath(view), label: NAMES[view], isCurrent: view === current }))
}
