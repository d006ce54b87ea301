// The placeholder that a screen shows until the user's role is known: a skeleton of the heading.
import { Skeleton } from '../../ui/feedback/skeleton'
import { PAGE_SPACE } from '../../ui/layout/page'

export function ScreenPlaceholder() {
  return (
    <div role="status" className={PAGE_SPACE}>
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-44" />
    </div>
  )
}
