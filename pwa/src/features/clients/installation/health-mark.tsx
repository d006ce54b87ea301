// The mark of the tab Health: the number of problems that need attention.
import { useHealthCount } from './use-health-count'

export default function HealthMark({ tab }: { tab: string }) {
  const count = useHealthCount(tab)
  if (count === 0) return null
  return (
    // `relative` keeps the hidden text inside the scrolling row of tabs; without it, the page is wider at 320 px.
    <span
      title={`${count} to check`}
      className="tabular relative ml-2 inline-flex h-5 min-w-5 items-center justify-center rounded-full border border-warn-line bg-warn-soft px-1.5 text-xs font-semibold text-warn"
    >
      <span aria-hidden="true">{count}</span>
      <span className="sr-only"> {count} to check</span>
    </span>
  )
}
