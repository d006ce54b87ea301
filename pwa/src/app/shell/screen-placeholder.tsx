// What stands in the place of a screen until it is known whose it is: the shape of its head.
import { Skeleton } from '../../ui/feedback/skeleton'

export function Meanwhile() {
  return (
    <div role="status" className="p-4 lg:p-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-44" />
    </div>
  )
}
