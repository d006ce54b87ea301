// The skeleton of the PageSpeed tab, in the shape of the loaded tab.
import { Skeleton } from '../../ui/feedback/skeleton'

export function PageSpeedSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading performance data</span>
      <Skeleton className="h-control-small w-48" />
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <div className="flex flex-col gap-4">
          <Skeleton className="h-64 rounded-lg" />
          <Skeleton className="h-64 rounded-lg" />
        </div>
        <div className="flex flex-col gap-4 lg:col-span-2">
          <Skeleton className="h-80 rounded-lg" />
          <Skeleton className="h-48 rounded-lg" />
        </div>
      </div>
    </div>
  )
}
